import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseUrl } from "@/lib/kernel/config/database-url";
import { ServerProbe, type ServerState } from "@/lib/kernel/db/lookout";
import { describeState, isSame, latestOf, type Promotion } from "@/lib/kernel/db/promotion";
import { singleton } from "@/lib/kernel/process/singleton";

/** Interval of searches while no server accepts writes. */
const SEARCH_MS = 200;
/** Time for a second server that accepts writes to appear: the one that was left behind may answer first. */
const RIVAL_MS = 150;
/** Intervals of probes while all is well, and while the primary does not answer. */
const [WATCH_MS, WORRIED_MS] = [2_000, 300];

/** A connection that was led to the primary. */
export interface PrimaryConnection {
  /** Ends it at once: its server is no longer the primary. */
  leave(reason: Error): void;
}

/** No server accepts writes. */
class NoPrimary extends Error {
  /** cannot_connect_now */
  readonly code = "57P03";
  readonly severity = "FATAL";

  constructor(seen: readonly string[]) {
    super(`No server takes changes: ${seen.join("; ")}`);
    this.name = "NoPrimary";
  }
}

/** Knows which of several servers accepts writes, and has connections leave one that no longer does. Two may
 *  seem to. A server whose supervisor was frozen continues while another was promoted: reads from it are
 *  stale, and writes to it are lost. The later timeline is right, and one earlier than the latest ever seen
 *  is refused. */
export class PrimaryFinder {
  readonly #probes: ServerProbe[];
  /** Connections, each with its server and the promotion at the time. */
  readonly #led = new Map<PrimaryConnection, { server: ServerProbe; since: Promotion }>();
  #primary: ServerProbe | undefined;
  #latest: Promotion = { cluster: "", timeline: 0 };
  #searching: Promise<ServerProbe> | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor({ servers }: DatabaseUrl) {
    this.#probes = servers.map((server) => new ServerProbe(server));
  }

  /** Returns the server that accepts writes, from memory or by a search.
   *  @param ms how long to search
   *  @throws NoPrimary when none does in that time */
  find(ms: number): Promise<ServerProbe> {
    if (this.#primary) return Promise.resolve(this.#primary);
    this.#searching ??= this.#search(ms).finally(() => {
      this.#searching = undefined;
    });
    return this.#searching;
  }

  /** Notes a failure of that server: the next connection probes first. */
  doubt(server: ServerProbe): void {
    if (this.#primary === server) this.#primary = undefined;
  }

  /** Watches a connection until it ends. */
  joined(client: PrimaryConnection, server: ServerProbe): void {
    this.#led.set(client, { server, since: this.#latest });
    this.#watch ??= setTimeout(() => this.#look(), WATCH_MS).unref();
  }

  left(client: PrimaryConnection): void {
    this.#led.delete(client);
    if (this.#led.size > 0) return;
    clearTimeout(this.#watch);
    this.#watch = undefined;
    for (const probe of this.#probes) probe.disconnect();
  }

  async #search(ms: number): Promise<ServerProbe> {
    for (const end = performance.now() + ms; ; await sleep(SEARCH_MS)) {
      const sights = await this.#probeAll();
      if (this.#primary) return this.#primary;
      if (performance.now() > end) throw new NoPrimary(sights);
    }
  }

  async #look(): Promise<void> {
    await this.#probeAll();
    if (this.#led.size === 0) return;
    this.#watch = setTimeout(() => this.#look(), this.#primary ? WATCH_MS : WORRIED_MS).unref();
  }

  /** Probes all servers at once, so that one that hangs delays no other.
   *  @returns the states, in words */
  async #probeAll(): Promise<string[]> {
    const seen = new Map<ServerProbe, ServerState>();
    const rival = Promise.withResolvers<void>();
    const looks = this.#probes.map(async (probe) => {
      const sight = await probe.probe();
      seen.set(probe, sight);
      if (sight.state === "primary") setTimeout(rival.resolve, RIVAL_MS);
    });
    await Promise.race([Promise.all(looks), rival.promise]);
    this.#conclude(seen);
    return this.#probes.map((probe) => `${probe.name} ${describeState(seen.get(probe))}`);
  }

  #conclude(seen: ReadonlyMap<ServerProbe, ServerState>): void {
    const found = latestOf(seen, this.#latest);
    if (!found) {
      // A late answer may still be right: open connections find out by themselves.
      this.#primary = undefined;
      for (const [client, { server }] of this.#led)
        if (seen.get(server)?.state === "replica") client.leave(new Error(LEFT));
      return;
    }
    if (this.#latest.cluster !== "" && found.probe !== this.#primary)
      void logMove(found.probe.name);
    this.#primary = found.probe;
    if (!isSame(found.sight, this.#latest)) this.#latest = found.sight;
    // A name may lead to another server by now (a Service of Kubernetes): then only the promotion shows it.
    for (const [client, { server, since }] of this.#led)
      if (server !== found.probe || since !== this.#latest) client.leave(new Error(LEFT));
  }
}

/** Migrations connect too, before there is a configuration, which the logger reads when it is loaded. */
async function logMove(server: string): Promise<void> {
  const { logger } = await import("@/lib/kernel/process/logger");
  logger.warn({ server }, "another server takes changes now");
}

const LEFT = "Connection terminated: another server takes changes now";

/** Returns the finder for these servers; one for a process, so that all of its connections move together. */
export function primaryFinder(url: DatabaseUrl): PrimaryFinder {
  const key = url.servers.map((server) => server.url.split("?", 1)[0]).join("\n");
  const known = finders.get(key) ?? new PrimaryFinder(url);
  finders.set(key, known);
  return known;
}

const finders = singleton("primary-finders", () => new Map<string, PrimaryFinder>());
