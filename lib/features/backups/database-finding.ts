/** One thing that a whole database has, and whether this one has it. */
export interface DatabaseFinding {
  /** What was looked at. */
  subject: string;
  ok: boolean;
  /** What there is, or what is wrong. */
  says: string;
  /** What the operator does about it; empty where nothing is wrong. */
  advice: string;
}

/** A finding: right where there is no trouble.
 *  @param trouble what is wrong, one for each line; the first few are told */
export function finding(
  subject: string,
  trouble: readonly string[],
  { fine, advice }: { fine: string; advice: string },
): DatabaseFinding {
  const ok = trouble.length === 0;
  return { subject, ok, says: ok ? fine : inShort(trouble), advice: ok ? "" : advice };
}

/** Lines that a finding tells. */
const TOLD = 5;

function inShort(lines: readonly string[]): string {
  const told = lines.slice(0, TOLD).join("; ");
  return lines.length > TOLD ? `${told}; and ${lines.length - TOLD} more` : told;
}
