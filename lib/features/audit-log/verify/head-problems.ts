import type { Checkpoint } from "@/lib/features/audit-log/log/checkpoint";
import type { LogHead } from "@/lib/features/audit-log/log/log-reading-store";

/** Seconds by which the machines' clocks may differ. */
const CLOCKS_MS = 60_000;

/** What a log says of itself that its own checkpoint doesn't. */
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

/** That a log was refused, which it stays until somebody takes it up again, whatever it is like by then. */
export function refusal(since: Date): string {
  return `nothing is appended to the log since ${since.toISOString()}, because it was not as it was signed`;
}
