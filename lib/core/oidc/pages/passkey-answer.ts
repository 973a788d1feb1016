import type { z } from "zod";

/** Parses a browser's passkey answer from a form (browser/use-passkey.ts).
 *  @returns null when there is none, or it has the wrong format */
export function passkeyAnswer<T>(schema: z.ZodType<T>, field: string): T | null {
  try {
    return schema.parse(JSON.parse(field));
  } catch {
    return null;
  }
}
