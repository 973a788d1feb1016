import { fromBase64, isSame } from "@/lib/features/audit-log/log/bytes";
import type { Checkpoint } from "@/lib/features/audit-log/log/checkpoint";
import { partsThatAre } from "@/lib/features/audit-log/log/log-entry";
import { leafHash, TreeEdge } from "@/lib/features/audit-log/log/merkle-tree";
import { openedParts } from "../opened-event";
import { type LogFiles, readExactly } from "./log-files";
import { right, type Step, wrong } from "./step";
import { type VerifierEvidence, verifyCheckpoint } from "./verify-checkpoint";

/** Verifies that an event is in the log as it is shown, from the shown JSON up to the signed root.
 *  @param shown the event as the page has it, as JSON
 *  @throws UnreadableFile */
export async function* verifyEvent(
  files: LogFiles,
  event: { id: string; shown: string },
  brought: VerifierEvidence,
): AsyncGenerator<Step, void> {
  const head = yield* verifyCheckpoint(files, brought);
  if (!head) return;
  const opened = await files.opening(event.id);
  const entry = fromBase64(opened.entry);
  const states = entry && openedParts(entry, opened.salts, readExactly(event.id, event.shown));
  if (!states) return void (yield wrong("entryOfAnother"));
  for (const part of partsThatAre("same", states)) yield right("partSame", {}, { parts: [part] });
  for (const part of partsThatAre("erased", states))
    yield right("partErased", {}, { parts: [part] });
  for (const part of partsThatAre("changed", states))
    yield wrong("partChanged", {}, { parts: [part] });
  yield* verifyPlace(files, head, opened.position, entry);
}

/** Verifies that an entry is at its index in the log. */
async function* verifyPlace(
  files: LogFiles,
  head: Checkpoint,
  position: number,
  entry: Uint8Array,
): AsyncGenerator<Step, void> {
  const number = position + 1;
  if (position >= head.size) return void (yield wrong("afterTheEnd", { number, size: head.size }));
  const leaf = leafHash(entry);
  const isThere = isSame(await files.hashOf({ height: 0, index: position }, head.size), leaf);
  yield isThere ? right("leafThere", { number }) : wrong("leafElsewhere", { number });
  const edge = new TreeEdge();
  await files.extend(edge, position, head.size);
  edge.append(leaf);
  await files.extend(edge, head.size, head.size);
  const leads = isSame(edge.root(), head.root);
  yield leads ? right("rootReached", { tiles: files.tiles }) : wrong("rootMissed");
}
