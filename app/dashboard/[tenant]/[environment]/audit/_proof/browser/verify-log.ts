import { hashesOfLevel, TILE_WIDTH } from "@/lib/features/audit-log/log/tile";
import type { LogPlace } from "../opened-event";
import { type Bytes, fromBase64, isSame } from "./bytes";
import type { LogFiles } from "./log-files";
import { right, type Step, unable, wrong } from "./step";
import { type HashedNode, leafHash, perfectRoot, rootOver } from "./tree";
import { type VerifierEvidence, verifyCheckpoint } from "./verify-checkpoint";
import { partsThatAre, verifyParts } from "./verify-parts";

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
  const nodes: HashedNode[] = [];
  let next = count > 0 ? read(0) : null;
  for (let number = 0; next; number += 1) {
    const [hashes, places] = await next;
    signal?.throwIfAborted();
    // The next ones are fetched while these are hashed.
    next = number + 1 < count ? read(number + 1) : null;
    next?.catch(() => {});
    yield* seen.look(number * TILE_WIDTH, hashes, places);
    if (hashes.length === TILE_WIDTH)
      nodes.push({ height: 8, index: number, hash: await perfectRoot(hashes) });
    else
      nodes.push(
        ...hashes.map((hash, at) => ({ height: 0, index: number * TILE_WIDTH + at, hash })),
      );
    yield { done: number * TILE_WIDTH + hashes.length, size };
  }
  yield* verifyUpperTiles(files, size, nodes);
  yield isSame(await rootOver(nodes), head.root)
    ? right("allHashesLead", { size })
    : wrong("allHashesMiss");
  yield* seen.summary();
}

/** Checks that the upper tiles follow from the lower ones. */
async function* verifyUpperTiles(
  files: LogFiles,
  size: number,
  nodes: readonly HashedNode[],
): AsyncGenerator<Step, void> {
  let made = nodes.filter(({ height }) => height === 8).map(({ hash }) => hash);
  for (let level = 1; hashesOfLevel(level, size) > 0; level += 1) {
    const above: Bytes[] = [];
    for (let number = 0; number * TILE_WIDTH < made.length; number += 1) {
      const stored = await files.tile(level, number, size);
      const own = made.slice(number * TILE_WIDTH, (number + 1) * TILE_WIDTH);
      const isMade = stored.every((hash, at) => isSame(hash, own[at] ?? hash.slice(1)));
      if (!isMade) yield wrong("tileNotMade", { tile: `${level}/${number}` });
      if (own.length === TILE_WIDTH) above.push(await perfectRoot(own));
    }
    made = above;
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
  async *look(
    from: number,
    hashes: readonly Bytes[],
    places: readonly LogPlace[],
  ): AsyncGenerator<Step, void> {
    const byPosition = new Map(places.map((place) => [place.position, place]));
    const found = hashes.map((hash, at) => this.#judge(hash, byPosition.get(from + at)));
    for (const [at, problem] of (await Promise.all(found)).entries()) {
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

  async #judge(hash: Bytes, place: LogPlace | undefined): Promise<Step | null> {
    if (!place) {
      if (this.#anyIsThere) this.#between += 1;
      else this.#left += 1;
      return null;
    }
    this.#anyIsThere = true;
    const entry = fromBase64(place.entry);
    const record = place.event?.record ?? {};
    const eventId = typeof record.id === "string" ? record.id : undefined;
    const isHashed = entry && isSame(await leafHash(entry), hash);
    if (!isHashed) return wrong("eventNotHashed", {}, { eventId });
    if (!place.event) return wrong("eventDropped");
    const states = await verifyParts(entry, place.event.salts, record);
    const parts = states && partsThatAre("changed", states);
    if (!parts) return wrong("eventOfAnother", {}, { eventId });
    if (parts.length > 0) return wrong("eventChanged", {}, { parts, eventId });
    if (partsThatAre("erased", states).length > 0) this.#erased += 1;
    else this.#same += 1;
    return null;
  }
}
