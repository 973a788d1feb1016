import type { RunningPaths } from "./running-paths";

const TABLES = ["audit_events", "sessions"];

/** Largest number of partitions that a statement of a path read or wrote. */
export interface OpenedPartitions {
  path: string;
  table: string;
  most: number;
  statement: string;
}

/** Returns, for each path, the partitions that its statements open in the tables that grow with time, by the
 *  plans that PostgreSQL logged. */
export async function openedPartitions(
  paths: readonly string[],
  service: RunningPaths,
): Promise<OpenedPartitions[]> {
  const found: OpenedPartitions[] = [];
  for (const path of paths) {
    const statements = await service.plans(path);
    for (const table of TABLES) {
      const counts = statements.map(({ statement, scans }) => ({
        statement,
        most: new Set(scans.flatMap((scan) => partitionOf(scan, table))).size,
      }));
      const [most] = counts.sort((a, b) => b.most - a.most);
      if (most && most.most > 0) found.push({ path, table, ...most });
    }
  }
  return found;
}

/** Returns the partition that a line of a plan reads; none for the table itself, into which rows are
 *  written. */
function partitionOf(scan: string, table: string): string[] {
  const name = / on (\w+)$/.exec(scan)?.[1] ?? "";
  return name.startsWith(`${table}_`) ? [name] : [];
}
