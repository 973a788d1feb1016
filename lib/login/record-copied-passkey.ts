import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Queryable } from "@/lib/db/queryable";
import type { Presenter } from "@/lib/login/try-code";
import type { Passkey } from "@/lib/users/factors/passkey";
import type { PasskeyProof } from "@/lib/users/factors/verify-passkey";

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
