import { statusOf } from "@/lib/core/http/problem";
import { namesOf, reasons } from "@/lib/kernel/errors/catalogue";
import { oauthErrors } from "@/lib/kernel/errors/oauth-errors";
import { table } from "./blocks";

type Row = { status: number; cause?: string | undefined; remedy?: string | undefined };

/** Returns the tables of docs/ERRORS.md, made from the catalogue of errors. */
export function errorBlocks(): Record<string, string> {
  const problems = namesOf(reasons).map((code): [string, Row] => [
    code,
    { ...reasons[code], status: statusOf(code) },
  ]);
  return {
    problems: errorTable(problems),
    "oauth-errors": errorTable(Object.entries(oauthErrors)),
  };
}

/** Table of the rows that have a page. */
function errorTable(entries: readonly [string, Row][]): string {
  const rows = entries.flatMap(([code, { status, cause, remedy }]) =>
    cause && remedy ? [[`[\`${code}\`](/docs/errors/${code})`, String(status), cause, remedy]] : [],
  );
  return table(["Code", "Status", "Cause", "What to do"], rows);
}
