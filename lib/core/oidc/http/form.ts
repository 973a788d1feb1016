import { hasTooMany, repeatedIn, tooMany } from "@/lib/core/http/parameters";
import { readText } from "@/lib/core/http/receive-body";
import { ServiceError } from "@/lib/kernel/errors";

/** Reads a form with few parameters, none of them repeated (RFC 6749 §3.2).
 *  @throws ServiceError `unsupported_media_type`, `payload_too_large`, `malformed` */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new ServiceError("unsupported_media_type", {
      detail: "send the body as application/x-www-form-urlencoded",
    });
  const text = await readText(request);
  if (hasTooMany(text)) throw tooMany("form");
  const form = new URLSearchParams(text);
  const [repeated] = repeatedIn(form);
  if (repeated !== undefined)
    throw new ServiceError("malformed", { detail: `parameter ${printable(repeated)} is repeated` });
  return form;
}

/** Returns the parameters with a value. One without a value counts as omitted (RFC 6749 §3.1, §3.2). */
export function withoutEmpty(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([, value]) => value !== ""));
}

/** Value of a parameter that may occur once; null when it is absent, empty or repeated. */
export function single(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0] || null : null;
}

/** A parameter's name with only the characters that an error description allows (RFC 6749 §5.2). */
export function printable(name: string): string {
  return name.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?").slice(0, 64);
}
