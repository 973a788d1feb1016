import { ServiceError } from "@/lib/kernel/errors";

/** How many parameters a form or a query may have: more than any of ours, and few enough that whatever reads them is fast. */
const MOST = 100;

/** Whether a form or a query has more parameters than anybody reads. To be asked before it is taken apart. */
export function hasTooMany(text: string): boolean {
  return comesMoreThan(MOST - 1, "&", text);
}

/** Whether something comes in a text more often than so many times. */
export function comesMoreThan(most: number, what: string, text: string | Buffer): boolean {
  let at = -1;
  for (let count = 0; count <= most; count += 1) {
    at = text.indexOf(what, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** @param of what has them: `query` or `form` */
export function tooMany(of: string): ServiceError {
  return new ServiceError("malformed", { detail: `The ${of} has more than ${MOST} parameters.` });
}

/** The names that come more than once, each of them once. */
export function repeatedIn(parameters: URLSearchParams): string[] {
  const [once, more] = [new Set<string>(), new Set<string>()];
  for (const name of parameters.keys()) (once.has(name) ? more : once).add(name);
  return [...more];
}
