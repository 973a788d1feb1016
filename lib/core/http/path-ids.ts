import { z } from "zod";
import type { Camel } from "@/lib/core/contract/names";
import { missing } from "@/lib/kernel/errors";
import { camelName } from "@/lib/kernel/names";

/** Format of a parameter in the brackets of a path. */
interface PathForm {
  /** Schema for the description. */
  schema: z.ZodType;
  /** Converts a value to its internal form.
   *  @throws ServiceError `missing` when the value has the wrong format */
  read(value: string): string;
}

/** Parameters in the brackets of a path. */
export interface PathIds<N extends string = string> {
  /** As the route file's path names them. */
  names: readonly N[];
  /** Format of each. */
  forms: Readonly<Record<N, PathForm>>;
}

/** Ids of a path as a handler receives them. */
export type PathValues<N extends string> = Record<Camel<N>, string>;

const uuid = z.uuid();

const ownId: PathForm = {
  schema: uuid,
  read: (value) => {
    if (!uuid.safeParse(value).success) throw missing();
    return value.toLowerCase();
  },
};

const environmentKey: PathForm = {
  schema: z.string().meta({ description: "The environment's key, `production` for example." }),
  read: (value) => value,
};

/** Ids of the service's own. A value that is no UUID is the same 404 as an unknown id. */
export function ids<const N extends string>(...names: N[]): PathIds<N> {
  return allOf(names, ownId);
}

/** Public id of a tenant (`atr_…`). */
export function tenantId<const N extends string>(name: N): PathIds<N> {
  return allOf([name], {
    schema: z.string().regex(/^atr_[A-Za-z0-9_-]+$/),
    read: (value) => value,
  });
}

/** Rest of a path, which may have several parts: the name of a file. */
export function filePath<const N extends string>(name: N, description: string): PathIds<N> {
  return allOf([name], { schema: z.string().meta({ description }), read: (value) => value });
}

/** Part of a path whose form only its handler knows. */
export function text<const N extends string>(name: N): PathIds<N> {
  return allOf([name], { schema: z.string(), read: (value) => value });
}

/** An environment of a tenant: `{id}` is the tenant's public id, `{key}` the environment's key, and the
 *  others are ids of resources in the environment. */
export function inEnvironment(): PathIds<"id" | "key">;
export function inEnvironment<const N extends string>(...names: N[]): PathIds<"id" | "key" | N>;
export function inEnvironment(...names: string[]): PathIds {
  return together(tenantId("id"), allOf(["key"], environmentKey), ids(...names));
}

/** A tenant's public id as `{id}`, and ids of resources of the tenant. */
export function inTenant<const N extends string>(...names: N[]): PathIds<"id" | N> {
  return together(tenantId("id"), ids(...names)) as PathIds<"id" | N>;
}

function together(...parts: PathIds[]): PathIds {
  return {
    names: parts.flatMap(({ names }) => names),
    forms: Object.assign({}, ...parts.map(({ forms }) => forms)),
  };
}

function allOf<const N extends string>(names: readonly N[], form: PathForm): PathIds<N> {
  return {
    names,
    forms: Object.fromEntries(names.map((name) => [name, form])) as Record<N, PathForm>,
  };
}

/** Returns a function that reads the parameters of a path. Created once per route. */
export function pathReader<N extends string>({ names, forms }: PathIds<N>) {
  const pairs = names.map((name) => [name, camelName(name)] as const);
  return (params: Record<N, string | readonly string[]>): PathValues<N> =>
    Object.fromEntries(
      pairs.map(([name, inside]) => [inside, forms[name].read([params[name]].flat().join("/"))]),
    ) as PathValues<N>;
}
