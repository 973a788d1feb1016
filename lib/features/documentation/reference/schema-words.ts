import { nameOf, type Schema } from "@/lib/core/http/published-description";
import { type Html, html, joined } from "@/lib/features/documentation/reference/html";

const formats: Record<string, string> = {
  uuid: "UUID",
  "date-time": "time (RFC 3339)",
  email: "email address",
  uri: "URL",
};

/** Type of a value in words: "list of User", "string or null". Named schemas are links within the page. */
export function typeWords(schema: Schema): Html {
  if (schema.$ref) return objectLink(nameOf(schema.$ref));
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return html`one of ${joined(schema.enum.map(literal), ", ")}`;
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return joined(choice.map(typeWords), " or ");
  if (schema.allOf) return joined(schema.allOf.map(typeWords), " and ");
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["any"]);
  return joined(
    types.map((type) => ofType(type, schema)),
    " or ",
  );
}

function ofType(type: string, { format, items, additionalProperties }: Schema): Html {
  if (type === "array") return items ? html`list of ${typeWords(items)}` : html`list`;
  if (type === "object" && typeof additionalProperties === "object")
    return Object.keys(additionalProperties).length > 0
      ? html`object of ${typeWords(additionalProperties)}`
      : html`object`;
  return html`${type === "string" && format ? (formats[format] ?? format) : type}`;
}

const literal = (value: unknown): Html =>
  html`<code>${value === null ? "null" : String(value)}</code>`;

/** Link to a named schema on the same page. */
export function objectLink(name: string): Html {
  return html`<a href="#object-${name}">${name}</a>`;
}

/** Bounds of a value in words; empty if none are worth mentioning. A long pattern is left out: the
 *  description beside it is clearer. */
export function boundWords(schema: Schema): Html[] {
  const words = [
    range(schema.minLength, schema.maxLength, "characters"),
    range(schema.minimum, schema.maximum, ""),
    range(schema.minItems, schema.maxItems, "entries"),
  ].flatMap((text) => (text ? [html`${text}`] : []));
  const { pattern } = schema;
  if (pattern && pattern.length <= 48 && !schema.format)
    words.push(html`like <code>${pattern}</code>`);
  if (schema.default !== undefined) words.push(html`otherwise ${literal(schema.default)}`);
  if (schema.deprecated) words.push(html`deprecated`);
  return words;
}

/** The largest number that JSON carries exactly; as a bound it is not worth mentioning. */
const SAFE = Number.MAX_SAFE_INTEGER;

function range(least: number | undefined, most: number | undefined, of: string): string {
  const from = least === undefined || least <= -SAFE ? undefined : least;
  const to = most === undefined || most >= SAFE ? undefined : most;
  if (from === undefined && to === undefined) return "";
  if (from !== undefined && from === to) return `${from} ${of}`.trim();
  if (to === undefined) return `at least ${from} ${of}`.trim();
  return from ? `${from} to ${to} ${of}`.trim() : `at most ${to} ${of}`.trim();
}
