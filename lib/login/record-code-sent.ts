import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import type { TenantTransaction } from "@/lib/db";
import type { LoginChannel } from "@/lib/login/completed-login";

/** Records that a login's password was right and a code was asked for. */
export function recordCodeSent(
  transaction: TenantTransaction,
  caller: Pick<Caller, "actor" | "context">,
  about: { userId: string; channel: LoginChannel; at: Date },
): Promise<void> {
  return recordAuditEvent(transaction, {
    kind: "login.code_sent",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "user", id: about.userId }],
    metadata: { channel: about.channel },
    at: about.at,
  });
}
