import { lock, read, type Statement } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { logger } from "@/lib/kernel/process/logger";

/** Result of one step of retention in a partitioned table. */
export interface RetentionStep {
  partition: string;
  /** `dropped`, `deleted` and the like, for the log. */
  did: string;
  rows: number;
}

/** Most steps of one sweep; the rest is left to the next one. */
const MOST_STEPS = 500;

/** Rows of a partitioned table that are in no partition of their time. */
export interface StrayRows {
  parent: string;
  /** Counted up to 1,000. */
  rows: number;
}

/** Counts the rows in default partitions; a table that is not partitioned yet is left out. */
export function readStrayRows(): Promise<StrayRows[]> {
  return unscoped.query(read<StrayRows>`SELECT parent, rows FROM atrium_rows_without_partition()`);
}

/** Creates the partitions of the coming time, by PostgreSQL's clock, and logs rows that are in none: no row
 *  is refused for lack of a partition, but rows in the default one can't be dropped as a whole.
 *  @returns the number of new partitions */
export async function makePartitions(): Promise<number> {
  const made = await unscoped.first(
    lock<{ made: number }>`SELECT atrium_make_partitions() AS made`,
  );
  for (const { parent, rows } of await readStrayRows())
    if (rows > 0) logger.warn({ table: parent, rows }, "rows lie in the default partition");
  return made?.made ?? 0;
}

/** Repeats a step until nothing is left to do, each in a transaction of its own.
 *  @returns how many steps did something */
export async function retain(step: () => Statement<RetentionStep>): Promise<number> {
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const done = await unscoped.first(step());
    if (!done) return steps;
    if (done.did === "dropped") logger.info({ partition: done.partition }, "partition dropped");
  }
  return MOST_STEPS;
}
