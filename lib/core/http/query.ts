import { z } from "zod";
import { type CamelKeys, camelKeys } from "@/lib/core/contract/names";
import { parseInput } from "@/lib/core/http/checked";
import { hasTooMany, repeatedIn, tooMany } from "@/lib/core/http/parameters";
import { ServiceError } from "@/lib/kernel/errors";

/** Query of a route that takes none. */
export const NoQuery = z.strictObject({});

const TWICE = "is sent more than once";

/** Returns the validated query parameters of a request, with camelCase names. An unknown or repeated
 *  parameter is never ignored, because the caller expects an effect of it.
 *  @throws ServiceError `malformed` that names the parameter */
export function readQuery<S extends z.ZodObject>(
  request: Request,
  schema: S,
): CamelKeys<z.output<S>> {
  const { url } = request;
  const begins = url.indexOf("?");
  // Fast path: most requests have no query.
  if (begins < 0 && Object.is(schema, NoQuery)) return {} as CamelKeys<z.output<S>>;
  const text = begins < 0 ? "" : (url.slice(begins + 1).split("#")[0] ?? "");
  if (hasTooMany(text)) throw tooMany("query");
  const query = new URLSearchParams(text);
  const repeated = repeatedIn(query).filter((name) => Object.hasOwn(schema.shape, name));
  if (repeated.length > 0)
    throw new ServiceError("malformed", {
      detail: repeated.map((name) => `${name}: ${TWICE}`).join("; "),
      fields: { errors: repeated.map((parameter) => ({ parameter, detail: TWICE })) },
    });
  const values = Object.fromEntries(query);
  return camelKeys(parseInput(schema, values, "query")) as CamelKeys<z.output<S>>;
}
