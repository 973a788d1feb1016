import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { emailKeyOf } from "@/lib/core/users/email";
import { findUser, findUserByEmail } from "@/lib/core/users/user-store";
import { countChanges, type StreamChange } from "@/lib/features/shared-signals/change-store";
import { countRemovals } from "@/lib/features/shared-signals/removal-store";
import { noteChange } from "@/lib/features/shared-signals/settle-changes";
import { holdStream, noteUse } from "@/lib/features/shared-signals/stream-store";
import {
  addressHash,
  type NamedSubject,
  namedUserId,
  userHash,
} from "@/lib/features/shared-signals/subject";
import type { MachineCaller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Maximum number of subjects that a stream excludes. */
const MOST_REMOVALS = 10_000;

/** Includes a subject again that was removed from a stream (SSF 1.0 §8.1.3.2). Every stream starts with all
 *  subjects, so that for other ones nothing changes. The response does not reveal whether the user exists.
 *  @throws ServiceError `missing` for the stream */
export function addSubject(
  caller: MachineCaller,
  id: string,
  subject: NamedSubject,
): Promise<void> {
  return change(caller, id, subject, "added");
}

/** Excludes a subject from a stream (SSF 1.0 §8.1.3.3), from the next event on. An address excludes the
 *  user who has it now, even after a change of address, and other users while they have it.
 *  @throws ServiceError `missing` for the stream, `conflict` if too many subjects are excluded */
export function removeSubject(
  caller: MachineCaller,
  id: string,
  subject: NamedSubject,
): Promise<void> {
  return change(caller, id, subject, "removed", async (db) => {
    const [removed, pending] = [await countRemovals(db, id), await countChanges(db, id)];
    if (removed + pending >= MOST_REMOVALS)
      throw new ServiceError("conflict", {
        detail: `At most ${MOST_REMOVALS} subjects can be removed from a stream.`,
      });
  });
}

async function change(
  caller: MachineCaller,
  id: string,
  subject: NamedSubject,
  kind: "added" | "removed",
  check: (db: Queryable) => Promise<void> = async () => {},
): Promise<void> {
  await inTransaction(caller, async (db) => {
    const { credentialId, actor, context } = caller;
    if (!(await holdStream(db, credentialId, id))) throw missing();
    await noteUse(db, id, now());
    const userId = await userOf(db, subject);
    const hashes = [
      ...(userId ? [userHash(db, userId)] : []),
      ...(subject.format === "email" ? [addressHash(db, subject.email)] : []),
    ];
    // A subject of another issuer: there are no events about it, and nothing to store.
    if (hashes.length === 0) return;
    await check(db);
    const at = now();
    const noted: StreamChange = { kind, hashes };
    await recordAuditEvent(db, {
      kind: `ssf.subject_${kind}`,
      actor,
      context,
      targets: [{ type: "signal_stream", id }, ...(userId ? [{ type: "user", id: userId }] : [])],
      metadata: { format: subject.format, change: await noteChange(db, id, noted, at) },
      at,
    });
  });
}

async function userOf(db: Queryable, subject: NamedSubject): Promise<string | null> {
  if (subject.format === "email")
    return (await findUserByEmail(db, emailKeyOf(subject.email)))?.id ?? null;
  const id = namedUserId(subject);
  return id && (await findUser(db, id)) ? id : null;
}
