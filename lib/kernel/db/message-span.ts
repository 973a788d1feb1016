import type { CommandAnswer } from "@/lib/kernel/db/batch-query";
import type { Statement } from "@/lib/kernel/db/queryable";
import { inSpan, isRecording } from "@/lib/kernel/process/spans";

/** Sends a message to PostgreSQL within a span of its own, where a trace is recorded. The span says what was asked, how many
 *  rows came back and with which SQLSTATE it failed; it says no value of a statement (OpenTelemetry, Database Client Spans). */
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

/** Longer ones say nothing more. */
const LONGEST = 200;

/** What a statement does to which table, as its own text says: `SELECT users`. */
const FORM = /^\s*(\w+)(?:[^;]*?\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:ONLY\s+)?"?([a-z_][\w.]*))?/i;

/** What a message does, in a few words. The statement that binds the tenant is in all of them and says nothing. */
function summaryOf(statements: readonly Statement[]): string {
  const words = statements
    .filter(({ text }) => !text.includes("set_config("))
    .map(({ text }) => FORM.exec(text))
    .map((found) => [found?.[1]?.toUpperCase(), found?.[2]].filter(Boolean).join(" "));
  return [...new Set(words)].join("; ").slice(0, LONGEST) || "PostgreSQL";
}
