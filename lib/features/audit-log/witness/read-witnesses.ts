import { parseNote } from "@/lib/features/audit-log/log/signed-note";
import { namedWitnesses } from "@/lib/features/audit-log/witness/witness";
import { failureOf, type WitnessFailure } from "@/lib/features/audit-log/witness/witness-failure";
import { readWitnessNotes, type WitnessNote } from "@/lib/features/audit-log/witness/witness-store";
import type { LateQueryable } from "@/lib/kernel/db/queryable";

/** A witness of the tenant's log: one of the operator's, or a former one that has cosigned. */
export interface LogWitness {
  verifier: string;
  name: string;
  isNamed: boolean;
  /** Number of events that it has seen; 0 for none. */
  size: number;
  cosignedAt: Date | null;
  /** Reason for which the last attempt failed; null if it succeeded. */
  failure: WitnessFailure | null;
}

/** Returns the witnesses of the tenant's log, the operator's current ones first, and the last checkpoint
 *  that any of them cosigned, with its cosignatures: null for none. */
export async function readWitnesses(
  db: LateQueryable,
): Promise<{ witnesses: LogWitness[]; cosigned: string | null }> {
  const named = namedWitnesses().map(({ verifier }) => verifier.text);
  const notes = await readWitnessNotes(db);
  const former = notes.filter(({ witness, size }) => size > 0 && !named.includes(witness));
  const witnesses = [...named, ...former.map(({ witness }) => witness)].map((verifier) => {
    const note = notes.find(({ witness }) => witness === verifier);
    return {
      verifier,
      name: verifier.split("+", 1)[0] ?? "",
      isNamed: named.includes(verifier),
      size: note?.size ?? 0,
      cosignedAt: note?.cosignedAt ?? null,
      failure: note?.failure ? failureOf(note.failure) : null,
    };
  });
  return { witnesses, cosigned: lastCosigned(notes) };
}

/** Last checkpoint that a witness cosigned, with the lines of every witness that cosigned the same one. */
function lastCosigned(notes: readonly WitnessNote[]): string | null {
  const cosigned = notes.filter(({ checkpoint }) => checkpoint !== null);
  const [last] = cosigned.sort((one, other) => other.size - one.size);
  if (!last?.checkpoint) return null;
  const text = (note: string | null) => parseNote(note ?? "")?.text;
  const lines = cosigned
    .filter(({ checkpoint }) => text(checkpoint) === text(last.checkpoint))
    .map(({ cosignature }) => cosignature);
  return last.checkpoint + lines.join("");
}
