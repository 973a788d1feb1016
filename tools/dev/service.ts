import { forgetKeys } from "@/lib/core/signing-keys/signing-keys";
import { changeFeed } from "@/lib/kernel/db/change-feed";
import { connections } from "@/lib/kernel/db/connections";
import { makePartitions } from "@/lib/kernel/db/partitions";
import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { JOBS_SCHEMA, queues } from "@/lib/kernel/jobs/queues";
import { jobHandlers } from "@/lib/worker/job-handlers";
import { work } from "@/lib/worker/work";
import { withClient } from "../postgres/with-client";
import { readDatabaseOffset, writeDatabaseOffset } from "./database-clock";
import { Databases } from "./databases";
import { Faults } from "./faults";
import { Gate } from "./gate";

/** Controls of a service that is a test's dependency: clock, data and faults. */
export class DevService {
  readonly faults = new Faults();
  readonly gate = new Gate();
  readonly #databases: Databases;
  readonly #handlers = this.faults.handlers(jobHandlers());
  #worker: Promise<{ stop(): Promise<void> }> | undefined;

  /** @param adminUrl the superuser's address of the server
   *  @param liveUrl the superuser's address of the service's database
   *  @param moveTo sets this process's clock */
  constructor(
    adminUrl: string,
    readonly liveUrl: string,
    readonly moveTo: (offsetMs: number) => void,
  ) {
    this.#databases = new Databases(adminUrl);
  }

  async start(): Promise<void> {
    await this.#startWorker();
  }

  async end(): Promise<void> {
    await this.#stopWorker();
    this.#databases.end();
    await connections.end();
  }

  snapshots(): Promise<string[]> {
    return this.#databases.snapshots();
  }

  /** Moves the clock of the process and of PostgreSQL to a later moment, and runs the work of that time:
   *  partitions, due jobs, sweeps. Everything that expires by then has ended when this returns. */
  async moveClock(to: Date): Promise<void> {
    await this.gate.runExclusive(async () => {
      await withClient(this.liveUrl, async (client) => {
        const offset = await readDatabaseOffset(client);
        const moved = offset + to.getTime() - Date.now();
        await writeDatabaseOffset(client, Math.round(moved));
        this.moveTo(Math.round(moved));
      });
      forgetKeys();
      await makePartitions();
      for (const [queue, policy] of Object.entries(queues))
        if ("cron" in policy)
          await this.#handlers[queue as keyof typeof queues]?.({}, async () => {});
    });
    await this.#wakeWorker();
  }

  /** Restores the data and the clock of the start. Pending faults are dropped. */
  async reset(): Promise<void> {
    this.faults.clear();
    await this.#exchange(() => this.#databases.reset());
  }

  /** Saves the present data and clock. */
  async snapshot(name: string): Promise<void> {
    await this.#exchange(() => this.#databases.snapshot(name));
  }

  /** Restores data and clock of a snapshot.
   *  @returns false when there is none of that name */
  restore(name: string): Promise<boolean> {
    return this.#exchange(() => this.#databases.restore(name));
  }

  async #exchange<T>(work: () => Promise<T>): Promise<T> {
    return this.gate.runExclusive(async () => {
      // Without waiting for it: one that starts late takes its jobs like any other, and ends then.
      void this.#stopWorker();
      const done = await work();
      await withClient(this.liveUrl, async (client) =>
        this.moveTo(await readDatabaseOffset(client)),
      );
      await this.#dropCaches();
      this.#startWorker().catch(() => {});
      return done;
    });
  }

  /** Drops the process's caches of the former database. Its connections have ended; this function's query is
   *  the first to notice. */
  async #dropCaches(): Promise<void> {
    forgetKeys();
    changeFeed.publish(null);
    for (let left = 50; ; left--) {
      try {
        await unscoped.first(read`SELECT 1 AS one`);
        return;
      } catch (error) {
        if (left === 0) throw error;
      }
    }
  }

  #startWorker(): Promise<unknown> {
    this.#worker = work(this.#handlers, { stopTimeoutMs: 1_000 });
    return this.#worker;
  }

  async #stopWorker(): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined);
    await worker?.stop().catch(() => {});
  }

  /** Makes the worker poll every queue now: jobs that wait for a retry may be due. */
  async #wakeWorker(): Promise<void> {
    await withClient(this.liveUrl, async (client) => {
      for (const queue of Object.keys(queues))
        await client.query(
          // The channel's name is pg-boss's own (node_modules/pg-boss/dist/plans.js, notifyChannelSql).
          "SELECT pg_notify('pgboss_' || left(encode(sha224($1::text::bytea), 'hex'), 24), $2)",
          [JOBS_SCHEMA, queue],
        );
    });
  }
}
