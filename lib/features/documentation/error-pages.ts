import { titleOf } from "@/lib/core/http/problem";
import type { Description } from "@/lib/core/http/published-description";
import { type Refused, refusedWith } from "@/lib/features/documentation/reference/refused-with";
import { publishedReasons } from "@/lib/kernel/errors/catalogue";
import type { ErrorText } from "@/lib/kernel/errors/error-text";
import { type OAuthErrorRow, oauthErrors } from "@/lib/kernel/errors/oauth-errors";

/** A code, or an error of the OAuth plane, with all that its page says. */
export interface ErrorEntry extends ErrorText {
  code: string;
  status: number;
  /** Status and plane, as Markdown. */
  heading: string;
}

/** File whose folder the links of an error's texts are relative to. */
export const ERROR_LINKS = "docs/ERRORS.md";

/** Every published code of a problem document. */
function problemEntries(): ErrorEntry[] {
  return publishedReasons.map((row) => {
    const { code, status, oauth } = row;
    const inOAuth = oauth?.coded
      ? ` As an OAuth error: ${oauth.status} \`${oauth.error}\`, with this code in \`error_code\`.`
      : "";
    return { ...row, heading: `**${status} ${titleOf(code)}.**${inOAuth}` };
  });
}

/** Every error of the OAuth plane. */
function oauthEntries(): ErrorEntry[] {
  const rows: [string, OAuthErrorRow][] = Object.entries(oauthErrors);
  return rows.map(([code, row]) => ({
    ...row,
    code,
    heading: `**${row.status}**, an error of the OAuth plane (${row.standard}).`,
  }));
}

/** Pages about errors, by their paths. */
export const errorPages: ReadonlyMap<string, ErrorEntry> = new Map(
  [...problemEntries(), ...oauthEntries()].map((entry) => [`errors/${entry.code}`, entry]),
);

/** Page of an error, without the operations that answer it. */
export function errorText({ code, heading, cause, remedy, note }: ErrorEntry): string {
  const advice = [remedy, note].filter(Boolean).join(" ");
  return `# ${code}\n\n${heading}\n\n## Cause\n\n${cause}\n\n## What to do\n\n${advice}\n`;
}

/** Page of an error. */
export function errorMarkdown(entry: ErrorEntry, description: Description): string {
  return `${errorText(entry)}\n${occurrenceList(refusedWith(description).get(entry.code) ?? [])}`;
}

const MOST_OPERATIONS = 12;

/** Lists where an error's code is returned: by operation, or by group if there are too many operations. */
function occurrenceList(refused: readonly Refused[]): string {
  if (refused.length === 0) return "";
  const title = "## Where it is answered\n\n";
  if (refused.length > MOST_OPERATIONS) {
    const groups = new Map(refused.map(({ group, address }) => [group, address.split("#")[0]]));
    const links = [...groups].map(([name, address]) => `[${name}](${address})`);
    return `${title}${refused.length} operations: ${links.join(", ")}.\n`;
  }
  const lines = refused.map(
    ({ address, operation: { summary, method, path }, status }) =>
      `- [${summary}](${address}) — \`${method} ${path}\`, ${status}\n`,
  );
  return `${title}${lines.join("")}`;
}
