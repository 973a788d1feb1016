import { storable } from "@/lib/contract/storable";

const MOST_BYTES = 16 * 1024;

/** Claims that were typed as a JSON object; nothing typed is none. Null for what is no object. */
export function claimsOf(text: string): Record<string, unknown> | null {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    const object = typeof value === "object" && value !== null && !Array.isArray(value);
    return object ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Why a text is no claims, or null. */
export function claimsProblem(text: string): string | null {
  const claims = claimsOf(text);
  if (!claims) return 'Give a JSON object, such as {"department": "Sales"}.';
  if (Buffer.byteLength(JSON.stringify(claims)) > MOST_BYTES) return "Use at most 16 KiB.";
  return storable(claims) ? null : "It holds characters or numbers that can't be stored.";
}
