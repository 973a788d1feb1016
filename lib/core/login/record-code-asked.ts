import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { LoginChannel } from "@/lib/core/login/completed-login";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Records that a login's password was right and a code was required, and whether one was sent. */
export function recordCodeRequired(
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
