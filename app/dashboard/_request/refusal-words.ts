import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { later } from "@/app/dashboard/_words/later";
import { uriRule } from "@/app/dashboard/_words/uri-problem";
import type { Refusal } from "@/lib/kernel/errors";

/** Names the text of a use case's refusal, for the reader's language. A refusal without a text does not
 *  compile. */
export function refusalWords(refusal: Refusal): string {
  if (refusal.name === "uriRefused") return uriWords(refusal);
  const { name, ...values } = refusal;
  return later("refusals", name, values);
}

/** Names the text of a refusal without a text of its own, by its status on the JSON planes. */
export function fallbackWords(status: number): string {
  return later("refusals", `untold.${UNTOLD[status] ?? "unreadable"}`);
}

const UNTOLD: Readonly<Record<number, keyof Catalog["refusals"]["untold"]>> = {
  401: "unproven",
  403: "forbidden",
  409: "conflict",
  413: "tooLarge",
  422: "unusable",
  429: "tooMany",
};

/** Names the text of a refused address. Forms show the same rules during typing. */
function uriWords({ name, uri, problem }: Extract<Refusal, { name: "uriRefused" }>): string {
  const rule = uriRule(problem);
  return rule
    ? `${uri} ${later("connections", `uris.wrong.${rule.name}`, rule.values)}`
    : later("refusals", name, { uri, problem });
}
