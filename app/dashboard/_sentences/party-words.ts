import type { Catalog } from "@/app/dashboard/_words/catalogs";

/** A type of actor or target, or the noun of a kind, as people write it. A product's own is left as it is. */
export function nounOf({ nouns }: Catalog["audit"], type: string): string {
  return new Map(Object.entries(nouns)).get(type) ?? type;
}

/** Enough of an id to tell it from another. */
export function shortId(id: string): string {
  return id.length > 16 ? `…${id.slice(-12)}` : id;
}
