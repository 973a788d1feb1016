import type { AuditEntry } from "@/lib/core/audit/audit-event";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type {
  CompletedLogin,
  LoginChannel,
  LoginGrant,
  LoginSuccess,
} from "@/lib/core/login/completed-login";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Turns a completed login into a one-time grant, which session/exchange redeems. */
function issueLoginGrant(db: Queryable, login: CompletedLogin): Promise<LoginGrant> {
  const payload = grantPayload(login);
  return issueOneTimeSecret(db, "grant", login.userId, { payload });
}

/** Returns the payload of a grant: the facts of the login that it stands for. */
export function grantPayload({ authTime, amr, trustedDeviceId, kind }: CompletedLogin) {
  return { authTime: authTime.toISOString(), amr, trustedDeviceId, kind };
}

/** Returns the audit event of a login that is complete. */
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
  db: Queryable,
  caller: Pick<Caller, "actor" | "context">,
  channel: LoginChannel,
  { login, trustedDevice }: Omit<LoginSuccess, "grant">,
): Promise<LoginSuccess> {
  const [grant] = await Promise.all([
    channel === "direct" ? issueLoginGrant(db, login) : null,
    recordAuditEvent(db, loginSucceeded(caller, channel, login)),
  ]);
  return { login, grant, trustedDevice };
}
