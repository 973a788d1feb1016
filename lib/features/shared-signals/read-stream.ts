import type { SignalStream } from "@/lib/features/shared-signals/stream";
import { findStream } from "@/lib/features/shared-signals/stream-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { missing } from "@/lib/kernel/errors";

/** Returns a stream of the calling credential.
 *  @throws ServiceError `missing` */
export async function readStream(caller: MachineCaller, id: string): Promise<SignalStream> {
  const stream = await inBatch(caller, (db) => findStream(db, caller.credentialId, id));
  if (!stream) throw missing();
  return stream;
}
