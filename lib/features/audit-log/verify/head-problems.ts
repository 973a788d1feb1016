import type { Checkpoint } from "@/lib/features/audit-log/log/checkpoint";
import type { LogHead } from "@/lib/features/audit-log/log/log-reading-store";

/** Tolerated difference of the machines' clocks, in milliseconds. */
const CLOCKS_MS = 60_000;

/** Lists contradictions between a log's stored head and its signed checkpoint. */
export function headProblems(head: LogHead, signed: Checkpoint, at: Date): string[] {
  const problems: string[] = [];
  if (head.origin !== signed.origin)
    problems.push(`the log calls itself ${head.origin}, and its checkpoint ${signed.origin}`);
  if (head.size !== signed.size)
    problems.push(
      `the log says that it has ${head.size} events, and its checkpoint ${signed.size}`,
    );
  if (head.checkpointAt.getTime() > at.getTime() + CLOCKS_MS)
    problems.push("the log says that it was signed at a time that is still to come");
  if (head.refusedAt) problems.push(refusal(head.refusedAt));
  return problems;
}

/** Problem of a refused log. It stays refused until the operator resumes it, even if it is intact by
 *  then. */
export function refusal(since: Date): string {
  return `nothing is appended to the log since ${since.toISOString()}, because it was not as it was signed`;
}
