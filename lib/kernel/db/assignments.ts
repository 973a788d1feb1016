import { identifier, join, type Sql, sql } from "@/lib/kernel/db/queryable";

/** The columns that an UPDATE sets, as its SET lists them. A column whose value is undefined stays as it is.
 *  @param columns names of columns, which are no input of anybody's, and their values or expressions
 *  @throws TypeError when nothing is set */
export function assignments(columns: Readonly<Record<string, unknown>>): Sql {
  const set = Object.entries(columns).filter(([, value]) => value !== undefined);
  return join(set.map(([column, value]) => sql`${identifier(column)} = ${value}`));
}
