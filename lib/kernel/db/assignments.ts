import { identifier, join, type Sql, sql } from "@/lib/kernel/db/queryable";

/** Lists the columns that an UPDATE sets. A column whose value is undefined is not changed.
 *  @param columns values or expressions by the name of their column; names never come from input
 *  @throws TypeError when nothing is set */
export function assignments(columns: Readonly<Record<string, unknown>>): Sql {
  const set = Object.entries(columns).filter(([, value]) => value !== undefined);
  return join(set.map(([column, value]) => sql`${identifier(column)} = ${value}`));
}
