import {
  type Browse,
  COUNTED_AT_MOST,
  escapeLike,
  isBackwards,
  PAGE_ROWS,
  type Page,
  pageOf,
  placeIn,
  searchWords,
  sortOf,
  splitPlace,
} from "@/lib/kernel/db/keyset-page";
import { empty, type LateQueryable, read, type Sql, sql } from "@/lib/kernel/db/queryable";
import { isId } from "@/lib/kernel/ids";

/** Order of a list and the position in it, as parts of a statement. */
interface ListOrder<Row> {
  by: Sql;
  /** Condition of the rows of the page and of those behind it, with its AND. */
  from: Sql;
  /** Returns a row's position. */
  placeOf(row: Row): string;
}

/** A list of an environment. Its own table is called x. */
interface List<Row> {
  columns: Sql;
  /** Tables, from x on. */
  tables: Sql;
  /** Further condition, with its AND. */
  filter?: Sql;
  /** Text that holds every word of the query; null where the filter searches already. */
  text: Sql | null;
  order: ListOrder<Row>;
}

/** Reads a page of a list, and counts the list up to one more than `COUNTED_AT_MOST`. */
export async function readListPage<Row extends object>(
  db: LateQueryable,
  browse: Browse,
  { columns, tables, filter = empty, text, order }: List<Row>,
): Promise<Page<Row>> {
  const patterns = searchWords(browse.query).map((word) => `%${escapeLike(word)}%`);
  const found = sql`FROM ${tables}
    WHERE x.tenant_id = ${db.tenantId}::uuid AND x.environment_id = ${db.environmentId}::uuid ${filter}
      ${text ? sql`AND ${text} ILIKE ALL (${patterns}::text[])` : empty}`;
  const searching = db.query(read<Row>`SELECT ${columns} ${found} ${order.from}
    ORDER BY ${order.by} LIMIT ${PAGE_ROWS + 1}::int`);
  const counting = db.first(read<{ count: number }>`SELECT count(*) AS count
    FROM (SELECT ${found} LIMIT ${COUNTED_AT_MOST + 1}::int) AS counted`);
  const [rows, counted] = await Promise.all([searching, counting]);
  return { ...pageOf(rows, order.placeOf, browse), total: counted?.count ?? null };
}

/** Comparison and direction of a page that is read in ascending order, or in descending. */
export function directionOf(ascendingRead: boolean): { way: Sql; order: Sql } {
  return ascendingRead ? { way: sql`>`, order: sql`ASC` } : { way: sql`<`, order: sql`DESC` };
}

/** Order by key, or by name and key (`sort` of "name"). */
export function byKey(browse: Browse): ListOrder<{ key: string; name: string }> {
  const { column, ascendingRead } = sortOf<"key" | "name">(browse, ["key", "name"]);
  const { way, order } = directionOf(ascendingRead);
  const place = placeIn(browse);
  const [key, name] = splitPlace(place);
  const isByName = column === "name";
  const behind = isByName
    ? sql`(x.name, x.key) ${way} (${name}, ${key})`
    : sql`x.key ${way} ${key}`;
  return {
    by: isByName ? sql`x.name ${order}, x.key ${order}` : sql`x.key ${order}`,
    from: place ? sql`AND ${behind}` : empty,
    placeOf: (row) => (isByName ? `${row.key} ${row.name}` : row.key),
  };
}

/** Order by age, the newest first, or the oldest first (`sort` of "created"). The ids are in the order of
 *  time. The index of the environment's ids has this order. */
export function byAge(browse: Browse): ListOrder<{ id: string }> {
  const { way, order } = directionOf(sortOf<"created">(browse, ["-created"]).ascendingRead);
  return {
    by: sql`x.tenant_id ${order}, x.environment_id ${order}, x.id ${order}`,
    from: fromId(sql`x.id`, way, browse),
    placeOf: ({ id }) => id,
  };
}

/** Order by an id, ascending. */
export function byId<Row>(
  id: Sql,
  browse: Pick<Browse, "after" | "before">,
  placeOf: (row: Row) => string,
): ListOrder<Row> {
  const { way, order } = directionOf(!isBackwards(browse));
  return { by: sql`${id} ${order}`, from: fromId(id, way, browse), placeOf };
}

function fromId(id: Sql, way: Sql, browse: Pick<Browse, "after" | "before">): Sql {
  const place = placeIn(browse);
  return place !== null && isId(place) ? sql`AND ${id} ${way} ${place}::uuid` : empty;
}
