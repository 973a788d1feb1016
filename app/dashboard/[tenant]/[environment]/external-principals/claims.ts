import { digitsOf, parseJson, storable } from "@/lib/kernel/db/exact-json";

const MOST_BYTES = 16 * 1024;

/** Parses claims that were typed as a JSON object; an empty text is no claims. Null for anything but an
 *  object. */
export function claimsOf(text: string): Record<string, unknown> | null {
  if (text.trim() === "") return {};
  try {
    const value = parseJson(text);
    const object =
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      digitsOf(value) === null;
    return object ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Returns why a text is not valid claims, or null. */
export function claimsProblem(text: string): "notObject" | "tooLarge" | "notStorable" | null {
  const claims = claimsOf(text);
  if (!claims) return "notObject";
  if (Buffer.byteLength(JSON.stringify(claims)) > MOST_BYTES) return "tooLarge";
  return storable(claims) ? null : "notStorable";
}
