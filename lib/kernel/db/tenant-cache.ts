import { LRUCache } from "lru-cache";
import { changeFeed, listenForChanges } from "@/lib/kernel/db/change-feed";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { withinDeadline } from "@/lib/kernel/process/deadline";
import { registerCounter, registerGauge } from "@/lib/kernel/process/metrics";
import { singleton } from "@/lib/kernel/process/singleton";

/** Longest life of a copy, in seconds. A revocation can be this late when PostgreSQL's notification of it is
 *  lost. */
export const CACHED_SECONDS = 5;

/** Whether the copies of a tenant are still valid: a change of the tenant's rows ends them. */
interface Validity {
  holds: boolean;
}

interface Copy<V> {
  value: V;
  validity: Validity;
  until: number;
}

/** A value that was read, and its tenant. */
export interface Found<V> {
  tenantId: string;
  value: V;
}

const caches = singleton("tenant-caches", () => {
  const all = new Map<string, { hits: number; misses: number; readonly size: number }>();
  const each = (figure: "hits" | "misses" | "size") => () =>
    [...all].map(([cache, state]) => ({ labels: { cache }, value: state[figure] }));
  registerCounter("cache_hits_total", "Look-ups that a cache answered, by cache", each("hits"));
  registerCounter(
    "cache_misses_total",
    "Look-ups that went to PostgreSQL, by cache",
    each("misses"),
  );
  registerGauge("cache_entries", "Copies in a cache, by cache", each("size"));
  return all;
});

/** A short-lived cache of rows that seldom change, such as the caller's. A change of any of a tenant's rows
 *  ends all copies of that tenant: at once where this process made the change, and as soon as PostgreSQL
 *  notifies elsewhere. While this process receives no notifications it caches nothing. Sessions, grants and
 *  codes are never cached, and neither is the fact that a row does not exist. */
export class TenantCache<V extends object> {
  readonly #copies: LRUCache<string, Copy<V>>;
  readonly #validities: LRUCache<string, Validity>;
  readonly #reading = new Map<string, Promise<Found<V> | null>>();
  #changesHeard = 0;
  hits = 0;
  misses = 0;

  /** @param name in metrics
   *  @param max number of copies */
  constructor(name: string, max: number) {
    caches.set(name, this);
    this.#copies = new LRUCache({ max });
    const dispose = (validity: Validity) => {
      validity.holds = false;
    };
    this.#validities = new LRUCache({ max, dispose });
    changeFeed.subscribe((tenantId) => this.#forget(tenantId));
  }

  /** Number of copies. */
  get size(): number {
    return this.#copies.size;
  }

  /** Returns the copy under this key if it is `good`, or else what `read` finds; null for nothing. A copy can
   *  only let callers in: every refusal comes from the database itself, with the same work for every cause.
   *  @param read reads from the database */
  async get(
    key: string,
    good: (value: V) => boolean,
    read: () => Promise<Found<V> | null>,
  ): Promise<V | null> {
    listenForChanges();
    if (!changeFeed.isConnected) return (await read())?.value ?? null;
    const copy = this.#copies.get(key);
    if (copy?.validity.holds && copy.until > performance.now() && good(copy.value)) {
      this.hits += 1;
      return copy.value;
    }
    this.misses += 1;
    return (await this.#readOnce(key, read))?.value ?? null;
  }

  /** Callers share the answer of a read under way. A read that takes longer than its deadline is no longer
   *  shared. */
  #readOnce(key: string, read: () => Promise<Found<V> | null>): Promise<Found<V> | null> {
    const underWay = this.#reading.get(key);
    if (underWay) return underWay;
    const heard = this.#changesHeard;
    const reading = withinDeadline(databaseDeadlines().silenceMs, read())
      .then((found) => {
        // The read may have seen rows as they were before a change in the meantime.
        if (found && heard === this.#changesHeard) this.#keep(key, found);
        return found;
      })
      .finally(() => {
        if (this.#reading.get(key) === reading) this.#reading.delete(key);
      });
    this.#reading.set(key, reading);
    return reading;
  }

  #keep(key: string, { tenantId, value }: Found<V>): void {
    const validity = this.#validities.get(tenantId) ?? { holds: true };
    this.#validities.set(tenantId, validity);
    this.#copies.set(key, { value, validity, until: performance.now() + CACHED_SECONDS * 1000 });
  }

  #forget(tenantId: string | null): void {
    this.#changesHeard += 1;
    // Later callers must not share a read that started before the change.
    this.#reading.clear();
    if (tenantId === null) this.#validities.clear();
    else this.#validities.delete(tenantId);
  }
}
