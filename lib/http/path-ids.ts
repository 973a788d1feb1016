import { z } from "zod";
import { type Camel, camelName } from "@/lib/contract/names";
import { missing } from "@/lib/errors";

/** The parameters that a path has in brackets, all of one form. */
export interface PathIds<N extends string = string> {
  /** As the path of the route file names them. */
  names: readonly N[];
  /** The form, for the description. */
  schema: z.ZodType;
  /** What the house makes of a value.
   *  @throws ServiceError `missing` when it has not even that form */
  read(value: string): string;
}

/** The ids of a path as a handler is given them. */
export type PathValues<N extends string> = Record<Camel<N>, string>;

const uuid = z.uuid();

/** Ids of the service's own. One that is no UUID is the same 404 as an unknown one. */
export function ids<const N extends string>(...names: N[]): PathIds<N> {
  return {
    names,
    schema: uuid,
    read: (value) => {
      if (!uuid.safeParse(value).success) throw missing();
      return value.toLowerCase();
    },
  };
}

/** The id that a tenant is known by outside (`atr_…`). */
export function tenantId<const N extends string>(name: N): PathIds<N> {
  return {
    names: [name],
    schema: z.string().regex(/^atr_[A-Za-z0-9_-]+$/),
    read: (value) => value,
  };
}

/** Reads what the brackets of a path stand for. Made once for a route. */
export function pathReader<N extends string>({ names, read }: PathIds<N>) {
  const pairs = names.map((name) => [name, camelName(name)] as const);
  return (params: Record<N, string>): PathValues<N> =>
    Object.fromEntries(
      pairs.map(([name, inside]) => [inside, read(params[name])]),
    ) as PathValues<N>;
}
