import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { filled } from "@/app/dashboard/_words/filled";

type Wrong = Catalog["connections"]["uris"]["wrong"];

/** Problems that the server's rules report (`redirectUriProblem`, `publicHttpsProblem`, `issuerProblem`), and
 *  the text of each. */
const texts: readonly (readonly [RegExp, keyof Wrong])[] = [
  [/^is not a URL$/, "url"],
  [/^must be https$/, "https"],
  [/^must be https, or http on a loopback address$/, "httpsOrLoopback"],
  [/^must be https, http on a loopback address, or a scheme of the app's own/, "httpsOrOwnScheme"],
  [/^must not contain a fragment$/, "fragment"],
  [/^must not contain a query$/, "query"],
  [/^must not contain credentials$/, "credentials"],
  [/^must be on a public address$/, "local"],
  [/^would never match/, "pattern"],
  [/^must be at most (?<most>\d+) characters long$/, "long"],
];

/** Returns the rule that refused an address, by the name of its text, with the values of the text's
 *  placeholders; null for a rule without a text. */
export function uriRule(
  problem: string,
): { name: keyof Wrong; values: Record<string, string> } | null {
  for (const [rule, name] of texts) {
    const found = rule.exec(problem);
    if (found) return { name, values: { ...found.groups } };
  }
  return null;
}

/** Returns why an address can't be registered, in the reader's language, as text that follows the address. A
 *  rule without a text stays in its own words. */
export function uriProblemIn(wrong: Wrong, problem: string): string {
  const rule = uriRule(problem);
  return rule ? filled(wrong[rule.name], rule.values) : `${problem}.`;
}
