/** Result of one check of a database. */
export interface DatabaseFinding {
  /** Subject of the check. */
  subject: string;
  ok: boolean;
  /** Description of the good state, or of what is wrong. */
  says: string;
  /** Advice for the operator; empty if nothing is wrong. */
  advice: string;
}

/** Creates a finding; it is good if there is no trouble.
 *  @param trouble what is wrong, an entry each; only the first few are reported */
export function finding(
  subject: string,
  trouble: readonly string[],
  { fine, advice }: { fine: string; advice: string },
): DatabaseFinding {
  const ok = trouble.length === 0;
  return { subject, ok, says: ok ? fine : inShort(trouble), advice: ok ? "" : advice };
}

/** Number of entries that a finding reports. */
const TOLD = 5;

function inShort(lines: readonly string[]): string {
  const told = lines.slice(0, TOLD).join("; ");
  return lines.length > TOLD ? `${told}; and ${lines.length - TOLD} more` : told;
}
