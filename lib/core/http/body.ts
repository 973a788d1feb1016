import type { z } from "zod";
import { ownSize } from "@/lib/core/contract/body-size";
import { type CamelKeys, camelKeys } from "@/lib/core/contract/names";
import { parseInput } from "@/lib/core/http/checked";
import { readText } from "@/lib/core/http/receive-body";
import { config } from "@/lib/kernel/config/config";
import { mayLoseDigits, parseJson } from "@/lib/kernel/db/exact-json";
import { ServiceError } from "@/lib/kernel/errors";

/** Deepest nesting of objects and lists in a JSON body. Walking a body recurses, here and in PostgreSQL, and
 *  a few kilobytes of brackets would overflow the stack. */
const DEEPEST = 64;

/** Reads a JSON body, checks it against its schema, and returns it with camelCase names.
 *  @throws ServiceError `unsupported_media_type`, `payload_too_large`, or `malformed` that names the field */
export async function readJson<S extends z.ZodType>(
  request: Request,
  schema: S,
): Promise<CamelKeys<z.output<S>>> {
  assertJson(request);
  return parsed(await readText(request, limitOf(schema)), schema);
}

/** Like `readJson`, for a body that may be omitted, which then reads as `{}`. Many clients send a
 *  content type even then.
 *  @throws ServiceError as `readJson` */
export async function readOptionalJson<S extends z.ZodType>(
  request: Request,
  schema: S,
): Promise<CamelKeys<z.output<S>>> {
  const text = await readText(request, limitOf(schema));
  if (text === "") return parsed("{}", schema);
  assertJson(request);
  return parsed(text, schema);
}

/** Size limit of a body in bytes: the general one, or the schema's own if that is higher. */
function limitOf(schema: z.ZodType): number {
  return Math.max(config().limits.bodyBytes, ownSize(schema) ?? 0);
}

function assertJson(request: Request): void {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw new ServiceError("unsupported_media_type", {
      detail: "Send the body as application/json.",
    });
}

function parsed<S extends z.ZodType>(text: string, schema: S): CamelKeys<z.output<S>> {
  if (nestsTooDeep(text))
    throw new ServiceError("malformed", {
      detail: `The body nests deeper than ${DEEPEST} levels.`,
    });
  let json: unknown;
  try {
    json = parseJson(text);
  } catch {
    throw new ServiceError("malformed", { detail: "The body is not valid JSON." });
  }
  // A number that would lose digits is parsed as an object, which the schema of an object must not accept.
  if (mayLoseDigits(text))
    parseInput(
      schema,
      parseJson(text, () => Number.NaN),
    );
  const sent = parseInput(schema, json) as object;
  // Code that copies an object drops such a member, or makes it the object's prototype.
  if (NAMES_PROTOTYPE.test(text) && hasPrototype(json))
    throw new ServiceError("malformed", { detail: "The body has a member named __proto__." });
  return camelKeys(sent) as CamelKeys<z.output<S>>;
}

/** Whether a text may name the member, including by escapes. */
const NAMES_PROTOTYPE = /__proto__|\\u00[567]/i;

function hasPrototype(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([name, inner]) => name === "__proto__" || hasPrototype(inner));
}

/** Whether a JSON text nests brackets deeper than `DEEPEST`. Takes one pass over any text. */
function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (quoted && sign === BACKSLASH) index += 1;
    else if (sign === QUOTE) quoted = !quoted;
    // The codes of braces and square brackets differ by 32.
    else if (!quoted && (sign | 32) === OPENS) depth += 1;
    else if (!quoted && (sign | 32) === CLOSES) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPENS, CLOSES] = [...'"\\{}'].map((sign) => sign.charCodeAt(0));
