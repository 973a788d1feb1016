import type { SignalStream } from "@/lib/audit/signals/stream";
import { findStream } from "@/lib/audit/signals/stream-store";
import type { MachineCaller } from "@/lib/caller";
import { inBatch } from "@/lib/db/batch";
import { missing } from "@/lib/errors";

/** A stream of the credential that calls.
 *  @throws ServiceError `missing` */
export async function readStream(caller: MachineCaller, id: string): Promise<SignalStream> {
  const stream = await inBatch(caller, (db) => findStream(db, caller.credentialId, id));
  if (!stream) throw missing();
  return stream;
}
