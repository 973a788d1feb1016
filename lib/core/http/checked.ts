import type { z } from "zod";
import { withoutNulls } from "@/lib/core/contract/absent-nulls";
import { type FieldError, pointerTo } from "@/lib/core/http/field-errors";
import { nearest } from "@/lib/core/http/nearest";
import { keysAt } from "@/lib/core/http/schema-keys";
import { ServiceError } from "@/lib/kernel/errors";

/** Most errors in an answer. A body of brackets could have thousands. */
const LISTED = 100;
/** Most errors in `detail`, and most unknown names of a value that are compared with known ones. */
const MOST_DETAILED = 10;
/** Longest part of an unknown name that an error repeats. */
const LONGEST_NAME = 100;

type Source = "body" | "query";
const unknownIn = { body: "unknown field", query: "unknown query parameter" };

/** Parses a value of a request with a schema.
 *  @throws ServiceError `malformed`. Its detail has up to ten errors, its `errors` up to a hundred; if there
 *    are more, `errors_total` is their number */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  source: Source = "body",
): z.output<S> {
  const result = schema.safeParse(source === "body" ? withoutNulls(schema, value) : value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const described = issues.slice(0, LISTED).map((issue) => describeIssue(issue, schema, source));
  const errors = described.flatMap((one) => one.errors);
  const total = issues.reduce((sum, issue) => sum + countOf(issue), 0);
  throw new ServiceError("malformed", {
    detail: described
      .slice(0, MOST_DETAILED)
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

interface DescribedIssue {
  text: string;
  errors: FieldError[];
}

function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodType, source: Source): DescribedIssue {
  if (issue.code === "unrecognized_keys") return describeUnknownKeys(issue, schema, source);
  const at = issue.path.join(".");
  return {
    text: at ? `${at}: ${issue.message}` : issue.message,
    errors: [{ ...placeOf(issue.path, source), detail: issue.message }],
  };
}

function describeUnknownKeys(
  { path, keys }: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
  source: Source,
): DescribedIssue {
  const known = keysAt(schema, path);
  const detail = unknownIn[source];
  const listed = keys.slice(0, LISTED).map((key) => key.slice(0, LONGEST_NAME));
  const errors = listed.map((key, index) => {
    const suggestion = index < MOST_DETAILED ? nearest(key, known) : null;
    const place = placeOf([...path, key], source);
    return { ...place, detail, ...(suggestion !== null && { suggestion }) };
  });
  const names = listed.map((key) => [...path, key].join(".")).join(", ");
  const meant = [...new Set(errors.flatMap(({ suggestion }) => suggestion ?? []))];
  const hint = meant.length > 0 ? ` (did you mean ${meant.join(", ")}?)` : "";
  return { text: `${names}: ${detail}${hint}`, errors };
}

function placeOf(path: readonly PropertyKey[], source: Source): Partial<FieldError> {
  return source === "query" ? { parameter: path.join(".") } : { pointer: pointerTo(path) };
}
