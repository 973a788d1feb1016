import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Passkey } from "@/lib/core/factors/passkey";
import type { PasskeyProof } from "@/lib/core/factors/verify-passkey";
import type { Presenter } from "@/lib/core/login/try-code";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Records that a proof came from a copy of an authenticator. */
export async function recordCopiedPasskey(
  db: Queryable,
  key: Pick<Passkey, "id" | "userId" | "signCount">,
  proof: PasskeyProof,
  { actor, context }: Presenter,
): Promise<void> {
  await recordAuditEvent(db, {
    kind: "factor.copy_refused",
    actor,
    context,
    targets: [
      { type: "user", id: key.userId },
      { type: "factor", id: key.id },
    ],
    metadata: { count: proof.signCount, count_before: key.signCount },
  });
}
