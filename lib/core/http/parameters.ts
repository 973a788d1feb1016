import { ServiceError } from "@/lib/kernel/errors";

/** Most parameters of a form or a query: more than any of ours has, and few enough that reading them is
 *  fast. */
const MOST = 100;

/** Whether a form or a query has too many parameters. To be called before it is parsed. */
export function hasTooMany(text: string): boolean {
  return occursMoreThan(MOST - 1, "&", text);
}

/** Whether a text contains something more often than a number of times. */
export function occursMoreThan(most: number, what: string, text: string | Buffer): boolean {
  let at = -1;
  for (let count = 0; count <= most; count += 1) {
    at = text.indexOf(what, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** @param of source of the parameters: `query` or `form` */
export function tooMany(of: string): ServiceError {
  return new ServiceError("malformed", { detail: `The ${of} has more than ${MOST} parameters.` });
}

/** Names that occur more than once, each of them once. */
export function repeatedIn(parameters: URLSearchParams): string[] {
  const [once, more] = [new Set<string>(), new Set<string>()];
  for (const name of parameters.keys()) (once.has(name) ? more : once).add(name);
  return [...more];
}
