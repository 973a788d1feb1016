import { slugOf } from "@/lib/core/organizations/organization";

/** A key made from a name, by the rule that makes an organization's slug; empty for a name without Latin letters or
 *  digits, whose key somebody has to choose. */
export function keyOf(name: string): string {
  return /[a-z0-9]/i.test(name.normalize("NFKD")) ? slugOf(name) : "";
}
