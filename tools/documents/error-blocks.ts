import {
  type ErrorEntry,
  oauthEntries,
  problemEntries,
} from "@/lib/features/documentation/error-pages";
import { table } from "./blocks";

/** Returns the tables of docs/ERRORS.md, made from the catalogue of errors. */
export function errorBlocks(): Record<string, string> {
  return { problems: errorTable(problemEntries()), "oauth-errors": errorTable(oauthEntries()) };
}

function errorTable(entries: readonly ErrorEntry[]): string {
  const rows = entries.map(({ code, status, cause, remedy }) => [
    `[\`${code}\`](/docs/errors/${code})`,
    String(status),
    cause,
    remedy,
  ]);
  return table(["Code", "Status", "Cause", "What to do"], rows);
}
