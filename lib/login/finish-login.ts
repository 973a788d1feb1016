import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import type { TenantTransaction } from "@/lib/db";
import type {
  CompletedLogin,
  LoginChannel,
  LoginGrant,
  LoginSuccess,
} from "@/lib/login/completed-login";
import { issueOneTimeSecret } from "@/lib/one-time/issue-one-time-secret";

/** Turns a completed login into a one-time grant, which session/exchange redeems. */
export function issueLoginGrant(
  transaction: TenantTransaction,
  login: CompletedLogin,
): Promise<LoginGrant> {
  const { userId, authTime, amr, trustedDeviceId, kind } = login;
  return issueOneTimeSecret(transaction, "grant", userId, {
    payload: { authTime: authTime.toISOString(), amr, trustedDeviceId, kind },
  });
}

/** Records a login that is complete and, for a direct one, makes its grant, in one transaction. */
export async function finishLogin(
  transaction: TenantTransaction,
  caller: Pick<Caller, "actor" | "context">,
  channel: LoginChannel,
  { login, trustedDevice }: Omit<LoginSuccess, "grant">,
): Promise<LoginSuccess> {
  await recordAuditEvent(transaction, {
    kind: "login.succeeded",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "user", id: login.userId }],
    metadata: {
      channel,
      amr: login.amr,
      trusted_device_id: login.trustedDeviceId,
      kind: login.kind,
    },
    at: login.authTime,
  });
  const grant = channel === "direct" ? await issueLoginGrant(transaction, login) : null;
  return { login, grant, trustedDevice };
}

/** The grant of a direct login.
 *  @throws Error for a hosted one, which has none */
export function directGrant({ grant }: Pick<LoginSuccess, "grant">): LoginGrant {
  if (!grant) throw new Error("Only a direct login ends in a grant");
  return grant;
}
