import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseUrl } from "@/lib/kernel/config/database-url";
import { Lookout, type Sight } from "@/lib/kernel/db/lookout";
import { isSame, latestOf, type Promotion, wordsFor } from "@/lib/kernel/db/promotion";
import { singleton } from "@/lib/kernel/process/singleton";

/** While nobody takes changes it is looked for so often. */
const SEARCH_MS = 200;
/** A second server that takes changes has so long to be seen: the one that was left behind may answer first. */
const RIVAL_MS = 150;
/** Between two looks while all is well, and while the primary does not answer. */
const [WATCH_MS, WORRIED_MS] = [2_000, 300];

/** A connection that is led to the primary. */
export interface Led {
  /** Ends it at once: it leads to a server that is not the primary any more. */
  leave(reason: Error): void;
}

/** No server takes changes. */
class NoPrimary extends Error {
  /** cannot_connect_now */
  readonly code = "57P03";
  readonly severity = "FATAL";

  constructor(seen: readonly string[]) {
    super(`No server takes changes: ${seen.join("; ")}`);
    this.name = "NoPrimary";
  }
}

/** Knows which of several servers takes changes, and has connections leave one that does no more.
 *
 *  Two may seem to. A server whose guard was frozen goes on by itself while another was promoted: what is read there is
 *  old, and what is written there is lost. The later timeline is right, and an earlier one than was ever seen is refused. */
export class PrimaryFinder {
  readonly #lookouts: Lookout[];
  /** Connections, each with its server and the promotion by which that led. */
  readonly #led = new Map<Led, { server: Lookout; since: Promotion }>();
  #primary: Lookout | undefined;
  #latest: Promotion = { cluster: "", timeline: 0 };
  #searching: Promise<Lookout> | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor({ servers }: DatabaseUrl) {
    this.#lookouts = servers.map((server) => new Lookout(server));
  }

  /** The server that takes changes, as far as is known; otherwise it is looked for.
   *  @param ms how long
   *  @throws NoPrimary when none does for so long */
  find(ms: number): Promise<Lookout> {
    if (this.#primary) return Promise.resolve(this.#primary);
    this.#searching ??= this.#search(ms).finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  /** Notes that something is wrong there: the next connection is led by a new look. */
  doubt(server: Lookout): void {
    if (this.#primary === server) this.#primary = undefined;
  }

  /** Watches over a connection until it ends. */
  joined(client: Led, server: Lookout): void {
    this.#led.set(client, { server, since: this.#latest });
    this.#watch ??= setTimeout(() => this.#look(), WATCH_MS).unref();
  }

  left(client: Led): void {
    this.#led.delete(client);
    if (this.#led.size > 0) return;
    clearTimeout(this.#watch);
    this.#watch = undefined;
    for (const lookout of this.#lookouts) lookout.rest();
  }

  async #search(ms: number): Promise<Lookout> {
    for (const end = performance.now() + ms; ; await sleep(SEARCH_MS)) {
      const sights = await this.#lookAround();
      if (this.#primary) return this.#primary;
      if (performance.now() > end) throw new NoPrimary(sights);
    }
  }

  async #look(): Promise<void> {
    await this.#lookAround();
    if (this.#led.size === 0) return;
    this.#watch = setTimeout(() => this.#look(), this.#primary ? WATCH_MS : WORRIED_MS).unref();
  }

  /** Looks at all servers at once, so that one that hangs holds up no other.
   *  @returns what was seen, in words */
  async #lookAround(): Promise<string[]> {
    const seen = new Map<Lookout, Sight>();
    const rival = Promise.withResolvers<void>();
    const looks = this.#lookouts.map(async (lookout) => {
      const sight = await lookout.look();
      seen.set(lookout, sight);
      if (sight.state === "primary") setTimeout(rival.resolve, RIVAL_MS);
    });
    await Promise.race([Promise.all(looks), rival.promise]);
    this.#conclude(seen);
    return this.#lookouts.map((lookout) => `${lookout.name} ${wordsFor(seen.get(lookout))}`);
  }

  #conclude(seen: ReadonlyMap<Lookout, Sight>): void {
    const found = latestOf(seen, this.#latest);
    if (!found) {
      // One that answers late may be right all the same: those who are connected find out by themselves.
      this.#primary = undefined;
      for (const [client, { server }] of this.#led)
        if (seen.get(server)?.state === "replica") client.leave(new Error(LEFT));
      return;
    }
    if (this.#latest.cluster !== "" && found.lookout !== this.#primary)
      void logMove(found.lookout.name);
    this.#primary = found.lookout;
    if (!isSame(found.sight, this.#latest)) this.#latest = found.sight;
    // One name may lead elsewhere by now (a Service of Kubernetes): then the promotion alone tells.
    for (const [client, { server, since }] of this.#led)
      if (server !== found.lookout || since !== this.#latest) client.leave(new Error(LEFT));
  }
}

/** Migrations connect as well, before there is a configuration, which the log reads when it is loaded. */
async function logMove(server: string): Promise<void> {
  const { logger } = await import("@/lib/kernel/process/logger");
  logger.warn({ server }, "another server takes changes now");
}

const LEFT = "Connection terminated: another server takes changes now";

/** The finder for these servers; one for a process, so that all of its connections go together. */
export function primaryFinder(url: DatabaseUrl): PrimaryFinder {
  const key = url.servers.map((server) => server.url.split("?", 1)[0]).join("\n");
  const known = finders.get(key) ?? new PrimaryFinder(url);
  finders.set(key, known);
  return known;
}

const finders = singleton("primary-finders", () => new Map<string, PrimaryFinder>());
