import { slugOf } from "@/lib/core/organizations/organization";

/** Makes a key from a name, by the rule of an organization's slug; empty for a name without Latin letters or
 *  digits, for which the user has to choose a key. */
export function keyOf(name: string): string {
  return /[a-z0-9]/i.test(name.normalize("NFKD")) ? slugOf(name) : "";
}
