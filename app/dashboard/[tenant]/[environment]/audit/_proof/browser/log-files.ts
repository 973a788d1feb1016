import type { Hash } from "@/lib/features/audit-log/log/bytes";
import {
  type Node,
  perfectNodes,
  perfectRoot,
  type TreeEdge,
} from "@/lib/features/audit-log/log/merkle-tree";
import {
  HASH_BYTES,
  hashesOfLevel,
  placeOf,
  splitHashes,
  TILE_WIDTH,
  tilePath,
} from "@/lib/features/audit-log/log/tile";
import { keepsDigits, mayLoseDigits, parseJson } from "@/lib/kernel/db/exact-json";
import type { LogPlace, OpenedEvent } from "../opened-event";

/** Thrown when a file could not be read. */
export class UnreadableFile extends Error {
  constructor(
    readonly file: string,
    readonly because: "missing" | "signedOut" | "failed" | "rounded",
  ) {
    super(`The file ${file} can't be read`);
  }
}

/** Parses JSON of a file or a page with all digits of its numbers.
 *  @throws UnreadableFile in a browser that would round them */
export function readExactly<T>(file: string, text: string): T {
  if (!keepsDigits && mayLoseDigits(text)) throw new UnreadableFile(file, "rounded");
  return parseJson(text) as T;
}

/** Files that a verification reads. Each tile is read once. */
export class LogFiles {
  readonly #read: (file: string) => Promise<Response>;
  readonly #tiles = new Map<string, Promise<Hash[]>>();

  /** @param read fetches a file by its path below the trail's address */
  constructor(read: (file: string) => Promise<Response>) {
    this.#read = read;
  }

  /** Number of tiles that were read. */
  get tiles(): number {
    return this.#tiles.size;
  }

  /** Fetches the log's current checkpoint. */
  async checkpoint(): Promise<string> {
    return (await this.#answer("log/checkpoint")).text();
  }

  /** Fetches the opening of an event: its bytes in the log, and its salts. */
  async opening(eventId: string): Promise<OpenedEvent> {
    return (await this.#answer(`${eventId}/proof`)).json();
  }

  /** Fetches the stored entries of a whole tile, for those of which more than a hash remains. */
  async places(number: number): Promise<LogPlace[]> {
    const file = `log/events/${number}`;
    return readExactly(file, await (await this.#answer(file)).text());
  }

  /** Returns the hashes of a tile, of a log of `size` entries. */
  tile(level: number, number: number, size: number): Promise<Hash[]> {
    const width = Math.min(TILE_WIDTH, hashesOfLevel(level, size) - number * TILE_WIDTH);
    const file = `log/${tilePath({ level, number, width })}`;
    const known = this.#tiles.get(file);
    const hashes = known ?? this.#hashes(file, width);
    if (!known) this.#tiles.set(file, hashes);
    return hashes;
  }

  /** Returns the hash of a node, from the tiles of a log of `size` entries. */
  async hashOf(node: Node, size: number): Promise<Hash> {
    const { tile, from, count } = placeOf(node);
    const hashes = await this.tile(tile.level, tile.number, size);
    return perfectRoot(hashes.slice(from, from + count));
  }

  /** Appends the log's hashes to a tree up to a size, of a log of `size` entries. */
  async extend(edge: TreeEdge, until: number, size: number): Promise<void> {
    const nodes = perfectNodes(edge.size, until);
    const hashes = await Promise.all(nodes.map((node) => this.hashOf(node, size)));
    for (const [at, hash] of hashes.entries()) edge.append(hash, nodes[at]?.height);
  }

  async #hashes(file: string, width: number): Promise<Hash[]> {
    const bytes = new Uint8Array(await (await this.#answer(file)).arrayBuffer());
    if (bytes.length !== width * HASH_BYTES) throw new UnreadableFile(file, "missing");
    return splitHashes(bytes);
  }

  async #answer(file: string): Promise<Response> {
    const response = await this.#read(file);
    if (response.ok) return response;
    // Without a session, the server redirects to the sign-in.
    if (response.type === "opaqueredirect") throw new UnreadableFile(file, "signedOut");
    throw new UnreadableFile(file, response.status === 404 ? "missing" : "failed");
  }
}

/** Reads files of a trail from the service that shows the page, until the signal aborts. */
export function filesOf(trailPath: string, signal?: AbortSignal): LogFiles {
  return new LogFiles(async (file) => {
    try {
      return await fetch(`${trailPath}/${file}`, { redirect: "manual", signal });
    } catch (error) {
      throw signal?.aborted ? error : new UnreadableFile(file, "failed");
    }
  });
}
