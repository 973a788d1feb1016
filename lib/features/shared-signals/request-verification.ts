import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { insertVerification } from "@/lib/features/shared-signals/signal-store";
import { VERIFICATION_SECONDS } from "@/lib/features/shared-signals/stream";
import { holdStream, noteVerification } from "@/lib/features/shared-signals/stream-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** Adds a verification event to a stream (SSF 1.0 §8.1.4.2), after its waiting signals.
 *  @param state returned in the event
 *  @throws ServiceError `missing`, `rate_limited` within seconds of another one, `conflict` for a disabled
 *  stream, which does not hold events */
export async function requestVerification(
  caller: MachineCaller,
  id: string,
  state: string | null,
): Promise<void> {
  await inTransaction(caller, async (db) => {
    const { credentialId, actor, context } = caller;
    const stream = await holdStream(db, credentialId, id);
    if (!stream) throw missing();
    if (stream.status === "disabled")
      throw new ServiceError("conflict", { detail: "The stream is disabled." });
    const at = now();
    const sinceLast = (at.getTime() - (stream.verifiedAt?.getTime() ?? 0)) / 1000;
    if (sinceLast < VERIFICATION_SECONDS)
      throw new ServiceError("rate_limited", {
        detail: `A stream is verified at most every ${VERIFICATION_SECONDS} seconds.`,
        retryAfterSeconds: Math.max(1, Math.ceil(VERIFICATION_SECONDS - sinceLast)),
      });
    await noteVerification(db, id, at);
    const { position } = stream;
    await insertVerification(db, id, { jti: newId(), position, state }, at);
    await recordAuditEvent(db, {
      kind: "ssf.verification_requested",
      actor,
      context,
      targets: [{ type: "signal_stream", id }],
      at,
    });
  });
}
