import { fromBase64, type Hash, isSame } from "@/lib/features/audit-log/log/bytes";
import { partsThatAre } from "@/lib/features/audit-log/log/log-entry";
import { leafHash, TreeEdge } from "@/lib/features/audit-log/log/merkle-tree";
import { hashesOfLevel, TILE_HEIGHT, TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import { type LogPlace, openedParts } from "../opened-event";
import type { LogFiles } from "./log-files";
import { right, type Step, unable, wrong } from "./step";
import { type VerifierEvidence, verifyCheckpoint } from "./verify-checkpoint";

/** Progress of a verification. */
export interface Progress {
  done: number;
  size: number;
}

/** Number of wrong events that are named; the others are counted. */
const NAMED = 20;

/** Verifies the whole log: every hash of every tile, and every event that retention has not deleted.
 *  @param signal ends it between two tiles
 *  @throws UnreadableFile */
export async function* verifyLog(
  files: LogFiles,
  brought: VerifierEvidence,
  signal?: AbortSignal,
): AsyncGenerator<Step | Progress, void> {
  const head = yield* verifyCheckpoint(files, brought);
  if (!head) return;
  const { size } = head;
  const count = Math.ceil(size / TILE_WIDTH);
  const read = (number: number) =>
    Promise.all([files.tile(0, number, size), files.places(number)] as const);
  const seen = new EventTally();
  const edge = new TreeEdge();
  const upper: { level: number; hash: Hash }[] = [];
  let next = count > 0 ? read(0) : null;
  for (let number = 0; next; number += 1) {
    const [hashes, places] = await next;
    signal?.throwIfAborted();
    // The next ones are fetched while these are hashed.
    next = number + 1 < count ? read(number + 1) : null;
    next?.catch(() => {});
    yield* seen.look(number * TILE_WIDTH, hashes, places);
    for (const node of hashes.flatMap((hash) => edge.append(hash).slice(1)))
      if (node.height % TILE_HEIGHT === 0)
        upper.push({ level: node.height / TILE_HEIGHT, hash: node.hash });
    yield { done: number * TILE_WIDTH + hashes.length, size };
  }
  yield* verifyUpperTiles(files, size, upper);
  yield isSame(edge.root(), head.root) ? right("allHashesLead", { size }) : wrong("allHashesMiss");
  yield* seen.summary();
}

/** Checks that the upper tiles follow from the lower ones.
 *  @param upper hashes above the leaves, as they follow from those, each level in order */
async function* verifyUpperTiles(
  files: LogFiles,
  size: number,
  upper: readonly { level: number; hash: Hash }[],
): AsyncGenerator<Step, void> {
  for (let level = 1; hashesOfLevel(level, size) > 0; level += 1) {
    const made = upper.filter((one) => one.level === level);
    for (let from = 0; from < made.length; from += TILE_WIDTH) {
      const stored = await files.tile(level, from / TILE_WIDTH, size);
      const isMade = stored.every((hash, at) => {
        const own = made[from + at];
        return own !== undefined && isSame(hash, own.hash);
      });
      if (!isMade) yield wrong("tileNotMade", { tile: `${level}/${from / TILE_WIDTH}` });
    }
  }
}

/** Tally of the log's events, by result. */
class EventTally {
  #same = 0;
  #erased = 0;
  #wrong = 0;
  #left = 0;
  /** Number of missing entries that are newer than an existing one. */
  #between = 0;
  #anyIsThere = false;

  /** Checks the entries of a tile. */
  *look(from: number, hashes: readonly Hash[], places: readonly LogPlace[]): Generator<Step, void> {
    const byPosition = new Map(places.map((place) => [place.position, place]));
    for (const [at, hash] of hashes.entries()) {
      const problem = this.#judge(hash, byPosition.get(from + at));
      if (!problem) continue;
      this.#wrong += 1;
      if (this.#wrong > NAMED) continue;
      yield { ...problem, values: { number: from + at + 1 } };
    }
  }

  /** Steps that sum up the events that are not named. */
  *summary(): Generator<Step, void> {
    if (this.#wrong > NAMED) yield wrong("moreWrong", { count: this.#wrong - NAMED });
    yield right("eventsSame", { count: this.#same });
    if (this.#erased > 0) yield right("eventsErased", { count: this.#erased });
    if (this.#left > 0) yield right("eventsLeft", { count: this.#left });
    if (this.#between > 0) yield unable("eventsBetween", { count: this.#between });
  }

  #judge(hash: Hash, place: LogPlace | undefined): Step | null {
    if (!place) {
      if (this.#anyIsThere) this.#between += 1;
      else this.#left += 1;
      return null;
    }
    this.#anyIsThere = true;
    const entry = fromBase64(place.entry);
    const record = place.event?.record ?? {};
    const eventId = typeof record.id === "string" ? record.id : undefined;
    const isHashed = entry && isSame(leafHash(entry), hash);
    if (!isHashed) return wrong("eventNotHashed", {}, { eventId });
    if (!place.event) return wrong("eventDropped");
    const states = openedParts(entry, place.event.salts, record);
    const parts = states && partsThatAre("changed", states);
    if (!parts) return wrong("eventOfAnother", {}, { eventId });
    if (parts.length > 0) return wrong("eventChanged", {}, { parts, eventId });
    if (partsThatAre("erased", states).length > 0) this.#erased += 1;
    else this.#same += 1;
    return null;
  }
}
