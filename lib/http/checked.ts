import type { z } from "zod";
import { ServiceError } from "@/lib/errors";

/** What a schema makes of a value that a request sent.
 *  @param unknown what a field that the schema does not have is called
 *  @throws ServiceError `malformed` that names each of up to ten fields that are wrong */
export function checked<S extends z.ZodType>(
  schema: S,
  value: unknown,
  unknown = "unknown field",
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => {
    const at = issue.path.join(".");
    if (issue.code === "unrecognized_keys")
      return `${issue.keys.map((key) => [at, key].filter(Boolean).join(".")).join(", ")}: ${unknown}`;
    return at ? `${at}: ${issue.message}` : issue.message;
  });
  throw new ServiceError("malformed", { detail: problems.slice(0, 10).join("; ") });
}
