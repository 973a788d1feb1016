import pg from "pg";
import type { TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { replicaOptions } from "@/lib/kernel/db/connection-options";
import { connections } from "@/lib/kernel/db/connections";
import { LONGEST_LISTING_MS, listingPool } from "@/lib/kernel/db/copy-stream";
import { databaseFailureOf } from "@/lib/kernel/db/database-errors";
import type { Queryable } from "@/lib/kernel/db/queryable";
import {
  primaryPosition,
  ReplicaUnfit,
  type Unfitness,
  untilReplayed,
} from "@/lib/kernel/db/replica-position";
import type { PrimaryPosition } from "@/lib/kernel/db/replica-statements";
import { transactionOn } from "@/lib/kernel/db/transaction";
import { dropQuietConnections, WatchedConnection } from "@/lib/kernel/db/watched-connection";
import { logger } from "@/lib/kernel/process/logger";
import { newTally } from "@/lib/kernel/process/metrics";
import { singleton } from "@/lib/kernel/process/singleton";
import { sqlStateOf } from "@/lib/kernel/process/sql-state";

/** Timeout of a connection to the replica, after which the primary is used. */
const CONNECT_MS = 1_000;
/** Pauses between two checks of an abandoned replica: the first, and the longest. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1_000, 30_000];
/** A replica that is abandoned again so soon after it came back is checked less often. */
const STEADY_MS = 60_000;

/** Reason for which the primary answered instead of the replica. `left` stands for every read while the
 *  replica is not in use. */
type FallbackReason = Unfitness | "left" | "busy" | "conflict";

const countLateRead = newTally<[server: "replica" | "primary", reason: FallbackReason | "none"]>(
  "late_reads_total",
  "Reads that may be late, by who answered and why the primary did (left, behind, not_following, unreachable, busy, conflict)",
  ["server", "reason"],
);

/** The replica of this installation. It serves late reads while it is healthy. One that lags, dies or does
 *  not answer is abandoned, so that no further request waits for it, and is used again when it is healthy. */
export class Replica {
  readonly #pool: pg.Pool;
  /** Connections for listings. */
  readonly listings: pg.Pool;
  #isLeft = false;
  #backSince = Number.NEGATIVE_INFINITY;
  #pauseMs = FIRST_PAUSE_MS;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(url: string) {
    const own = { connectMs: CONNECT_MS };
    this.#pool = new pg.Pool({ ...replicaOptions(url, own), Client: WatchedConnection });
    this.#pool.on("error", (err) => logger.warn({ err }, "an unused connection was lost"));
    this.listings = listingPool(replicaOptions(url, { ...own, statementMs: LONGEST_LISTING_MS }));
  }

  /** Whether it is used. */
  get isInUse(): boolean {
    return !this.#isLeft;
  }

  /** Runs work on the replica.
   *  @returns its result; null when the primary has to be used instead
   *  @throws errors that are not the replica's fault */
  async attempt<T>(work: (position: PrimaryPosition) => Promise<T>): Promise<{ value: T } | null> {
    if (this.#isLeft) return this.#instead("left");
    let position: PrimaryPosition | undefined;
    try {
      position = await primaryPosition();
      const value = await work(position);
      countLateRead("replica", "none");
      return { value };
    } catch (error) {
      // Of the primary's errors, only a missing permission concerns the replica.
      if (!position && !isForbidden(error)) throw error;
      const reason = this.#reasonOf(error);
      if (!reason) throw error;
      if (reason !== "busy" && reason !== "conflict") this.#leave(reason, error);
      return this.#instead(reason);
    }
  }

  /** Runs work in a transaction on the replica that sees everything before a position of the primary's log.
   *  @throws ReplicaUnfit */
  read<T>(
    scope: TenantScope,
    position: PrimaryPosition,
    work: (db: Queryable) => Promise<T>,
  ): Promise<T> {
    const seeing = async (db: Parameters<Parameters<typeof transactionOn<T>>[2]>[0]) => {
      await untilReplayed(
        position,
        (statement) => db.first(statement),
        (reason) => db.abandon(reason),
      );
      return work(db);
    };
    return transactionOn(this.#pool, scope, seeing, "READ COMMITTED READ ONLY");
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#pool.end(), this.listings.end()]);
  }

  #instead(reason: FallbackReason): null {
    countLateRead("primary", reason);
    return null;
  }

  #reasonOf(error: unknown): Exclude<FallbackReason, "left"> | null {
    if (error instanceof ReplicaUnfit) return error.reason;
    if (isForbidden(error)) return "not_following";
    switch (databaseFailureOf(error)) {
      case null:
        return null;
      case "conflict":
      case "unprepared":
        return "conflict";
      case "busy":
        return "busy";
      default:
        // All its connections are in use: their requests find out whether it is healthy.
        return isFull(this.#pool) || isFull(this.listings) ? "busy" : "unreachable";
    }
  }

  #leave(reason: Unfitness, error: unknown): void {
    if (this.#isLeft || this.#hasEnded) return;
    this.#isLeft = true;
    const steady = performance.now() - this.#backSince > STEADY_MS;
    this.#pauseMs = steady ? FIRST_PAUSE_MS : Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    logger.warn({ err: error, reason }, "the replica was left: the primary answers for it");
    dropQuietConnections(new Error(`Connection terminated: the replica is ${reason}`), {
      isReplica: true,
    });
    this.#checkLater();
  }

  #checkLater(): void {
    if (this.#hasEnded) return;
    this.#timer = setTimeout(() => void this.#check(), this.#pauseMs).unref();
  }

  async #check(): Promise<void> {
    const noTenant = { tenantId: "", environmentId: "" };
    try {
      await this.read(noTenant, await primaryPosition(), async () => {});
    } catch {
      return this.#checkLater();
    }
    this.#isLeft = false;
    this.#backSince = performance.now();
    logger.info("the replica is well again and answers what may be late");
  }
}

/** Whether the login may not run the statements that compare the two servers, as with some providers. Then
 *  nothing shows that the replica follows, and the primary answers. */
function isForbidden(error: unknown): boolean {
  return sqlStateOf(error) === "42501";
}

function isFull(pool: pg.Pool): boolean {
  return pool.totalCount >= pool.options.max && pool.idleCount === 0;
}

/** Returns the replica that ATRIUM_READ_DATABASE_URL names; null without one. */
export function theReplica(): Replica | null {
  return singleton("replica", () => {
    const { readDatabaseUrl } = config();
    if (!readDatabaseUrl) return null;
    const replica = new Replica(readDatabaseUrl);
    connections.alsoEnds(() => replica.end());
    return replica;
  });
}
