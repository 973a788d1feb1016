import type { Catalog } from "@/app/dashboard/_words/catalogs";

/** Returns the noun for a type of actor or target. A product's own type is left as it is. */
export function nounOf({ nouns }: Catalog["audit"], type: string): string {
  return new Map(Object.entries(nouns)).get(type) ?? type;
}

/** Returns enough of an id to tell it from another. */
export function shortId(id: string): string {
  return id.length > 16 ? `…${id.slice(-12)}` : id;
}
