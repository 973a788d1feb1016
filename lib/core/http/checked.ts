import type { z } from "zod";
import { withoutNulls } from "@/lib/core/contract/absent-nulls";
import { type FieldError, pointerTo } from "@/lib/core/http/field-errors";
import { nearest } from "@/lib/core/http/nearest";
import { keysAt } from "@/lib/core/http/schema-keys";
import { ServiceError } from "@/lib/kernel/errors";

/** Most errors in an answer. A body of brackets could have thousands. */
const LISTED = 100;
/** Most errors in `detail`, and most unknown names of a value that are compared with known ones. */
const TOLD = 10;
/** Longest part of an unknown name that an error repeats. */
const LONGEST_NAME = 100;

type Source = "body" | "query";
const unknownIn = { body: "unknown field", query: "unknown query parameter" };

/** Parses a value of a request with a schema.
 *  @throws ServiceError `malformed`. Its detail has up to ten errors, its `errors` up to a hundred; if there
 *    are more, `errors_total` is their number */
export function checked<S extends z.ZodType>(
  schema: S,
  value: unknown,
  source: Source = "body",
): z.output<S> {
  const result = schema.safeParse(source === "body" ? withoutNulls(schema, value) : value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const told = issues.slice(0, LISTED).map((issue) => toldOf(issue, schema, source));
  const errors = told.flatMap((one) => one.errors);
  const total = issues.reduce((sum, issue) => sum + countOf(issue), 0);
  throw new ServiceError("malformed", {
    detail: told
      .slice(0, TOLD)
      .map((one) => one.text)
      .join("; "),
    fields: {
      errors: errors.slice(0, LISTED),
      ...(total > LISTED && { errorsTotal: total }),
    },
  });
}

/** Number of errors in an issue: each unknown name is one. */
function countOf(issue: z.core.$ZodIssue): number {
  return issue.code === "unrecognized_keys" ? issue.keys.length : 1;
}

interface Told {
  text: string;
  errors: FieldError[];
}

function toldOf(issue: z.core.$ZodIssue, schema: z.ZodType, source: Source): Told {
  if (issue.code === "unrecognized_keys") return toldOfUnknown(issue, schema, source);
  const at = issue.path.join(".");
  return {
    text: at ? `${at}: ${issue.message}` : issue.message,
    errors: [{ ...placeOf(issue.path, source), detail: issue.message }],
  };
}

function toldOfUnknown(
  { path, keys }: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
  source: Source,
): Told {
  const known = keysAt(schema, path);
  const detail = unknownIn[source];
  const listed = keys.slice(0, LISTED).map((key) => key.slice(0, LONGEST_NAME));
  const errors = listed.map((key, index) => {
    const suggestion = index < TOLD ? nearest(key, known) : null;
    const place = placeOf([...path, key], source);
    return { ...place, detail, ...(suggestion !== null && { suggestion }) };
  });
  const names = listed.map((key) => [...path, key].join(".")).join(", ");
  const meant = [...new Set(errors.flatMap(({ suggestion }) => suggestion ?? []))];
  const asked = meant.length > 0 ? ` (did you mean ${meant.join(", ")}?)` : "";
  return { text: `${names}: ${detail}${asked}`, errors };
}

function placeOf(path: readonly PropertyKey[], source: Source): Partial<FieldError> {
  return source === "query" ? { parameter: path.join(".") } : { pointer: pointerTo(path) };
}
