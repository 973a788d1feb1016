import { canonicalJson } from "@/lib/features/audit-log/log/canonical-json";
import type { CommittedPart } from "@/lib/features/audit-log/log/log-entry";
import { hasPseudonym } from "@/lib/features/audit-log/log/pseudonym";
import type { OpenedEvent } from "../opened-event";
import { type Bytes, fromBase64, isSame, sha256, utf8 } from "./bytes";

/** Result for each part of an event, compared with its commitment in the log. A part whose salt is gone was
 *  erased, and then has pseudonyms. */
export type PartStates = Record<CommittedPart, "same" | "changed" | "erased">;

/** Compares the shown parts of an event with their commitments in the log.
 *  @param entry the event's own bytes in the log
 *  @param salts open the commitments, in base64
 *  @param shown the event in the API's terms
 *  @returns null when the bytes are not those of this event's entry */
export async function verifyParts(
  entry: Bytes,
  salts: OpenedEvent["salts"],
  shown: Record<string, unknown>,
): Promise<PartStates | null> {
  const committed = commitmentsOf(entry, shown.id);
  if (!committed) return null;
  const { actor, targets, context, metadata, ...record } = shown;
  const state = async (part: CommittedPart, value: unknown) => {
    const salt = fromBase64(salts[part] ?? "");
    if (!salts[part] || !salt) return hasPseudonym(value) ? "erased" : "changed";
    const made = await sha256(salt, utf8(canonicalJson(value)));
    return isSame(made, fromBase64(committed[part] ?? "") ?? utf8("")) ? "same" : "changed";
  };
  return {
    record: await state("record", record),
    actor: await state("actor", actor),
    targets: await state("targets", targets),
    context: await state("context", context),
    metadata: await state("metadata", metadata),
  };
}

/** Parses an entry: JSON in its canonical form with the event's id and its commitments. */
function commitmentsOf(
  entry: Bytes,
  eventId: unknown,
): Partial<Record<CommittedPart, string>> | null {
  try {
    const text = new TextDecoder().decode(entry);
    const { id, commitments } = JSON.parse(text);
    const isOwn = id === eventId && canonicalJson({ commitments, id }) === text;
    return isOwn ? commitments : null;
  } catch {
    return null;
  }
}

/** Names of the parts that are in a state. */
export function partsThatAre(state: PartStates[CommittedPart], states: PartStates) {
  return (Object.keys(states) as CommittedPart[]).filter((part) => states[part] === state);
}
