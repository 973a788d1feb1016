import type { z } from "zod";

/** A browser's answer about a passkey, as a form carries it (browser/use-passkey.ts).
 *  @returns null when there is none, or it is nothing that a browser answers */
export function passkeyAnswer<T>(schema: z.ZodType<T>, field: string): T | null {
  try {
    return schema.parse(JSON.parse(field));
  } catch {
    return null;
  }
}
