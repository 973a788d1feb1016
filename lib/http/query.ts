import { z } from "zod";
import { type CamelKeys, camelKeys } from "@/lib/contract/names";
import { ServiceError } from "@/lib/errors";
import { checked } from "@/lib/http/checked";

/** The query of a route that takes none. */
export const NoQuery = z.strictObject({});

const TWICE = "is sent more than once";

/** The query parameters of a request, checked, with camelCase names. One that the route does not know, or that
 *  comes twice, is never ignored: whoever sent it believes that it does something.
 *  @throws ServiceError `malformed` that names the parameter */
export function readQuery<S extends z.ZodObject>(
  request: Request,
  schema: S,
): CamelKeys<z.output<S>> {
  const { url } = request;
  const begins = url.indexOf("?");
  // The usual case, on every request's way.
  if (begins < 0 && Object.is(schema, NoQuery)) return {} as CamelKeys<z.output<S>>;
  const text = begins < 0 ? "" : (url.slice(begins + 1).split("#")[0] ?? "");
  const query = new URLSearchParams(text);
  const names = [...new Set(query.keys())];
  const repeated = names.filter((name) => name in schema.shape && query.getAll(name).length > 1);
  if (repeated.length > 0)
    throw new ServiceError("malformed", {
      detail: repeated.map((name) => `${name}: ${TWICE}`).join("; "),
      fields: { errors: repeated.map((parameter) => ({ parameter, detail: TWICE })) },
    });
  const values = Object.fromEntries(names.map((name) => [name, query.get(name)]));
  return camelKeys(checked(schema, values, "query")) as CamelKeys<z.output<S>>;
}
