import { LRUCache } from "lru-cache";
import { listenForChanges } from "@/lib/db";
import { changes } from "@/lib/db-changes";
import { databaseDeadlines } from "@/lib/db-deadlines";
import { withinDeadline } from "@/lib/deadline";

/** No copy is used for longer, whatever was heard: how late a revocation can be when PostgreSQL's word of it is
 *  lost. In seconds. */
export const KEPT_SECONDS = 5;

/** Turns invalid when its tenant changes. */
interface Validity {
  holds: boolean;
}

interface Copy<V> {
  value: V;
  validity: Validity;
  until: number;
}

/** What was read of a tenant, and whose it is. */
export interface Found<V> {
  tenantId: string;
  value: V;
}

/** Copies that this process keeps for a short time of rows that seldom change: who a caller is. A change of any
 *  of a tenant's rows makes all copies of that tenant worthless, at once where this process made the change
 *  itself and as soon as PostgreSQL tells of it elsewhere. While nothing tells, nothing is kept. Sessions, grants
 *  and codes are never kept, and neither is that something does not exist. */
export class Kept<V extends object> {
  readonly #copies: LRUCache<string, Copy<V>>;
  readonly #validities: LRUCache<string, Validity>;
  readonly #reading = new Map<string, Promise<Found<V> | null>>();
  #changesHeard = 0;

  /** @param max how many copies */
  constructor(max: number) {
    this.#copies = new LRUCache({ max });
    const dispose = (validity: Validity) => {
      validity.holds = false;
    };
    this.#validities = new LRUCache({ max, dispose });
    changes.hear((tenantId) => this.#forget(tenantId));
  }

  /** The copy under this key, if it is `good` enough, or else what `read` finds; null for nothing. Copies only
   *  let callers in: whoever a copy would refuse is refused by the database itself, with the same work whatever
   *  the cause.
   *  @param read answers from the database */
  async get(
    key: string,
    good: (value: V) => boolean,
    read: () => Promise<Found<V> | null>,
  ): Promise<V | null> {
    listenForChanges();
    if (!changes.isHeard) return (await read())?.value ?? null;
    const copy = this.#copies.get(key);
    if (copy?.validity.holds && copy.until > performance.now() && good(copy.value))
      return copy.value;
    return (await this.#readOnce(key, read))?.value ?? null;
  }

  /** Those who ask while it is being read wait for the same answer, as long as one may take: whoever comes after that
   *  asks anew. */
  #readOnce(key: string, read: () => Promise<Found<V> | null>): Promise<Found<V> | null> {
    const underWay = this.#reading.get(key);
    if (underWay) return underWay;
    const heard = this.#changesHeard;
    const reading = withinDeadline(databaseDeadlines().silenceMs, read())
      .then((found) => {
        // What changed meanwhile may have been read as it was before.
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
    this.#copies.set(key, { value, validity, until: performance.now() + KEPT_SECONDS * 1000 });
  }

  #forget(tenantId: string | null): void {
    this.#changesHeard += 1;
    // An answer that was asked for before the change is nobody else's.
    this.#reading.clear();
    if (tenantId === null) this.#validities.clear();
    else this.#validities.delete(tenantId);
  }
}
