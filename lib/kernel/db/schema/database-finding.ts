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
  return { subject, ok, says: ok ? fine : summary(trouble), advice: ok ? "" : advice };
}

/** Number of entries that a finding reports. */
const MAX_REPORTED = 5;

function summary(lines: readonly string[]): string {
  const reported = lines.slice(0, MAX_REPORTED).join("; ");
  return lines.length > MAX_REPORTED
    ? `${reported}; and ${lines.length - MAX_REPORTED} more`
    : reported;
}
