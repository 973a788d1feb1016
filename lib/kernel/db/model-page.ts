import {
  type Browse,
  escapeLike,
  placeIn,
  searchWords,
  sortOf,
  splitPlace,
} from "@/lib/kernel/db/keyset-page";
import { isId } from "@/lib/kernel/ids";

/** Filter for a text that contains a word, in the form of Prisma's `where`. */
export function containing(word: string) {
  return { contains: escapeLike(word), mode: "insensitive" as const };
}

/** Page of rows whose key or name contains each word of a query, sorted by key or by name, as Prisma takes
 *  it. */
export function pageByKey(browse: Browse) {
  const { column, ascendingRead } = sortOf<"key" | "name">(browse, ["key", "name"]);
  const [way, order] = ascendingRead ? (["gt", "asc"] as const) : (["lt", "desc"] as const);
  const holds = searchWords(browse.query).map((word) => ({
    OR: [{ key: containing(word) }, { name: containing(word) }],
  }));
  const [key = "", name = ""] = splitPlace(placeIn(browse));
  const from =
    column === "name"
      ? { OR: [{ name: { [way]: name } }, { name, key: { [way]: key } }] }
      : { key: { [way]: key } };
  return {
    holds: { AND: holds },
    where: { AND: placeIn(browse) ? [...holds, from] : holds },
    orderBy: column === "name" ? [{ name: order }, { key: order }] : [{ key: order }],
    placeOf: (row: { key: string; name: string }) =>
      column === "name" ? `${row.key} ${row.name}` : row.key,
  };
}

/** An id after all others, and one before them. */
const AFTER_ALL = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Page of rows by age, the newest first, or the oldest first (`sort` of "created"), as Prisma takes it. */
export function pageByAge(browse: Browse) {
  const { ascendingRead } = sortOf<"created">(browse, ["-created"]);
  const place = placeIn(browse);
  const at = place !== null && isId(place) ? place : null;
  return {
    id: ascendingRead ? { gt: at ?? BEFORE_ALL } : { lt: at ?? AFTER_ALL },
    orderBy: { id: ascendingRead ? ("asc" as const) : ("desc" as const) },
  };
}
