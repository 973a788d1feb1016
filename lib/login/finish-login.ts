import type { AuditEntry } from "@/lib/audit/audit-event";
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
  const payload = grantPayload(login);
  return issueOneTimeSecret(transaction, "grant", login.userId, { payload });
}

/** What a grant says of the login that it stands for. */
export function grantPayload({ authTime, amr, trustedDeviceId, kind }: CompletedLogin) {
  return { authTime: authTime.toISOString(), amr, trustedDeviceId, kind };
}

/** What is recorded of a login that is complete. */
export function loginSucceeded(
  caller: Pick<Caller, "actor" | "context">,
  channel: LoginChannel,
  login: CompletedLogin,
): AuditEntry & { at: Date } {
  return {
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
  };
}

/** Records a login that is complete and, for a direct one, makes its grant, in one transaction. */
export async function finishLogin(
  transaction: TenantTransaction,
  caller: Pick<Caller, "actor" | "context">,
  channel: LoginChannel,
  { login, trustedDevice }: Omit<LoginSuccess, "grant">,
): Promise<LoginSuccess> {
  await recordAuditEvent(transaction, loginSucceeded(caller, channel, login));
  const grant = channel === "direct" ? await issueLoginGrant(transaction, login) : null;
  return { login, grant, trustedDevice };
}

/** The grant of a direct login.
 *  @throws Error for a hosted one, which has none */
export function directGrant({ grant }: Pick<LoginSuccess, "grant">): LoginGrant {
  if (!grant) throw new Error("Only a direct login ends in a grant");
  return grant;
}
