import {
  alsoNamed,
  countChanges,
  deleteChanges,
  insertChange,
  listChanges,
  type PendingChange,
  type StreamChange,
} from "@/lib/features/shared-signals/change-store";
import { formerAddressesOf } from "@/lib/features/shared-signals/former-address-store";
import {
  deleteRemovals,
  insertRemovals,
  insertRemovalsBeside,
} from "@/lib/features/shared-signals/removal-store";
import { addressHash, userHash } from "@/lib/features/shared-signals/subject";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

/** How many changes of a stream wait for the log to be looked through. With one more, the oldest counts at once. */
const MOST_PENDING = 10_000;

/** Notes a change of a stream, whose row is held.
 *  @returns what the audit event of the change names it by, `metadata.change`: where the log has that event, the change takes effect */
export async function noteChange(
  db: Queryable,
  streamId: string,
  change: StreamChange,
  at: Date,
): Promise<string> {
  const id = newId();
  await insertChange(db, streamId, { id, change, at });
  const surplus = (await countChanges(db, streamId)) - MOST_PENDING;
  if (surplus > 0) {
    const pending = await listChanges(db, streamId);
    await settleChanges(db, streamId, pending.slice(0, surplus), at);
  }
  return id;
}

/** Has changes count for whatever is looked through from now on. */
export async function settleChanges(
  db: Queryable,
  streamId: string,
  changes: readonly PendingChange[],
  at: Date,
): Promise<void> {
  if (changes.length === 0) return;
  for (const { kind, hashes } of changes) {
    const subjects = hashes.map((hash) => Buffer.from(hash, "hex"));
    if (kind === "removed") await insertRemovals(db, streamId, subjects, at);
    if (kind === "added") await deleteRemovals(db, streamId, subjects);
  }
  await deleteChanges(
    db,
    streamId,
    changes.map(({ id }) => id),
  );
}

/** Has what streams were told of a user's addresses hold for the user alone, before the addresses are forgotten. */
export async function keepSubject(db: Queryable, userId: string, email: string): Promise<void> {
  const former = (await formerAddressesOf(db, [userId])).map((one) => one.email);
  const addresses = [...former, email].map((one) => addressHash(db, one));
  await alsoNamed(db, addresses, userHash(db, userId));
  await insertRemovalsBeside(db, addresses, userHash(db, userId));
}
