import { perfectNodes } from "@/lib/features/audit-log/log/perfect-nodes";
import { type Bytes, fromBase64, isSame } from "./bytes";
import { type LogFiles, readExactly } from "./log-files";
import type { Checkpoint } from "./note";
import { right, type Step, wrong } from "./step";
import { type HashedNode, leafHash, rootOver } from "./tree";
import { type VerifierEvidence, verifyCheckpoint } from "./verify-checkpoint";
import { partsThatAre, verifyParts } from "./verify-parts";

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
  const states =
    entry && (await verifyParts(entry, opened.salts, readExactly(event.id, event.shown)));
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
  entry: Bytes,
): AsyncGenerator<Step, void> {
  const number = position + 1;
  if (position >= head.size) return void (yield wrong("afterTheEnd", { number, size: head.size }));
  const leaf = await leafHash(entry);
  const isThere = isSame(await files.hashOf({ height: 0, index: position }, head.size), leaf);
  yield isThere ? right("leafThere", { number }) : wrong("leafElsewhere", { number });
  const hashed = (node: { height: number; index: number }): Promise<HashedNode> =>
    files.hashOf(node, head.size).then((hash) => ({ ...node, hash }));
  const before = await Promise.all(perfectNodes(0, position).map(hashed));
  const after = await Promise.all(perfectNodes(position + 1, head.size).map(hashed));
  const own = { height: 0, index: position, hash: leaf };
  const leads = isSame(await rootOver([...before, own, ...after]), head.root);
  yield leads ? right("rootReached", { tiles: files.tiles }) : wrong("rootMissed");
}
