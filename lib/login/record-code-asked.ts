import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import type { Queryable } from "@/lib/db/queryable";
import type { LoginChannel } from "@/lib/login/completed-login";

/** Records that a login's password was right and a code was asked for, and whether one was sent. */
export function recordCodeAsked(
  db: Queryable,
  caller: Pick<Caller, "actor" | "context">,
  about: { userId: string; channel: LoginChannel; sent: boolean; at: Date },
): Promise<void> {
  return recordAuditEvent(db, {
    kind: about.sent ? "login.code_sent" : "login.code_withheld",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "user", id: about.userId }],
    metadata: { channel: about.channel },
    at: about.at,
  });
}
