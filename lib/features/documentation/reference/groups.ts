import type { Description, PlacedOperation } from "@/lib/core/http/published-description";

/** The operations of one tag, which share a page. */
export interface Group {
  name: string;
  /** The last segment of the page's address. */
  slug: string;
  description: string;
  operations: readonly PlacedOperation[];
}

/** Groups in the order of the description's tags. */
export function groupsOf({ tags, paths }: Description): Group[] {
  const placed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return tags.map(({ name, description }) => ({
    name,
    slug: name.toLowerCase().replace(/[^a-z]+/g, "-"),
    description: description ?? "",
    operations: placed.filter((operation) => operation.tags[0] === name),
  }));
}
