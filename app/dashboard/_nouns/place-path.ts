import { notFound } from "next/navigation";
import type { Place } from "@/app/dashboard/administrator";
import type { Browse } from "@/lib/kernel/db/keyset-page";
import { isId } from "@/lib/kernel/ids";

/** Props that Next passes to a page below an environment; `P` names the folders in brackets. */
export interface PageProps<P = object> {
  params: Promise<Place & P>;
  searchParams: Promise<Search>;
}

export type Search = Record<string, string | string[] | undefined>;

/** Returns the address of a page of an environment. */
export function placePath({ tenant, environment }: Place, path: string): string {
  return `/dashboard/${tenant}/${environment}/${path}`;
}

/** Returns the id in an address; a malformed one is not found. */
export function idIn(segment: string): string {
  if (!isId(segment)) notFound();
  return segment.toLowerCase();
}

/** Returns one value of the query, even if it is repeated; empty when absent. */
export function textOf(search: Search, name: string): string {
  const value = search[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** Returns the search, sorting and position of a list from its address: `?q=`, `?sort=`, and `?after=` or
 *  `?before=`. */
export function browseOf(search: Search): Browse {
  // PostgreSQL's text allows no NUL; without it, such a position is malformed.
  const place = (name: string) => textOf(search, name).replaceAll("\0", "") || null;
  return {
    query: textOf(search, "q"),
    sort: textOf(search, "sort").slice(0, 40) || null,
    after: place("after"),
    before: place("before"),
  };
}

/** Returns the address with other values; empty ones are dropped. */
export function withValues(path: string, values: Record<string, string | null>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}
