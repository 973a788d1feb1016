import { publishedReasons } from "@/lib/kernel/errors/catalogue";
import { type OAuthErrorRow, oauthErrors } from "@/lib/kernel/errors/oauth-errors";
import { table } from "./blocks";

/** Returns the tables of docs/ERRORS.md, made from the catalogue of errors. */
export function errorBlocks(): Record<string, string> {
  const ofOAuth: [string, OAuthErrorRow][] = Object.entries(oauthErrors);
  return {
    problems: errorTable(publishedReasons),
    "oauth-errors": errorTable(ofOAuth.map(([code, row]) => ({ ...row, code }))),
  };
}

type Row = { code: string; status: number; cause: string; remedy: string };

function errorTable(rows: readonly Row[]): string {
  const cells = rows.map(({ code, status, cause, remedy }) => [
    `[\`${code}\`](/docs/errors/${code})`,
    String(status),
    cause,
    remedy,
  ]);
  return table(["Code", "Status", "Cause", "What to do"], cells);
}
