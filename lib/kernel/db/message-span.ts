import type { CommandAnswer } from "@/lib/kernel/db/batch-query";
import type { Statement } from "@/lib/kernel/db/queryable";
import { inSpan, isRecording } from "@/lib/kernel/process/spans";

/** Sends a message to PostgreSQL in a span of its own, where a trace is recorded. The span has the
 *  statements' summary, the number of returned rows and the SQLSTATE of a failure; it has no value of a
 *  statement (OpenTelemetry, Database Client Spans). */
export function inMessageSpan(
  statements: readonly Statement[],
  send: () => Promise<CommandAnswer[]>,
): Promise<CommandAnswer[]> {
  if (!isRecording()) return send();
  const summary = summaryOf(statements);
  const about = {
    "db.system.name": "postgresql",
    "db.query.summary": summary,
    "db.operation.batch.size": statements.length,
  };
  return inSpan(
    summary,
    about,
    async (span) => {
      const answers = await send();
      const rows = answers.reduce((sum, { count }) => sum + count, 0);
      span?.setAttribute("db.response.returned_rows", rows);
      return answers;
    },
    "client",
  );
}

/** Longest summary, in characters. */
const LONGEST = 200;

/** Verb and table of a statement, from its text: `SELECT users`. */
const FORM = /^\s*(\w+)(?:[^;]*?\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:ONLY\s+)?"?([a-z_][\w.]*))?/i;

/** Summarizes a message. The statement that binds the tenant is in all of them and is left out. */
function summaryOf(statements: readonly Statement[]): string {
  const words = statements
    .filter(({ text }) => !text.includes("set_config("))
    .map(({ text }) => FORM.exec(text))
    .map((found) => [found?.[1]?.toUpperCase(), found?.[2]].filter(Boolean).join(" "));
  return [...new Set(words)].join("; ").slice(0, LONGEST) || "PostgreSQL";
}
