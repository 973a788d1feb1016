import {
  countChanges,
  deleteChanges,
  extendPendingChanges,
  insertChange,
  listChanges,
  type PendingChange,
  type StreamChange,
} from "@/lib/features/shared-signals/change-store";
import { formerAddressesOf } from "@/lib/features/shared-signals/former-address-store";
import {
  deleteRemovals,
  insertRemovals,
  insertRemovalsOfUser,
} from "@/lib/features/shared-signals/removal-store";
import { addressHash, userHash } from "@/lib/features/shared-signals/subject";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";

/** Maximum number of pending changes of a stream. With one more, the oldest takes effect at once. */
const MOST_PENDING = 10_000;

/** Stores a change of a stream, whose row is locked.
 *  @returns the id for `metadata.change` of the audit event: the change takes effect at that event's
 *  position in the log */
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

/** Applies changes to everything that is read from the log from now on. */
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

/** Extends exclusions of a user's addresses to the user's id, before the addresses are deleted. */
export async function excludeByUserId(db: Queryable, userId: string, email: string): Promise<void> {
  const former = (await formerAddressesOf(db, [userId])).map((one) => one.email);
  const addresses = [...former, email].map((one) => addressHash(db, one));
  await extendPendingChanges(db, addresses, userHash(db, userId));
  await insertRemovalsOfUser(db, addresses, userHash(db, userId));
}
