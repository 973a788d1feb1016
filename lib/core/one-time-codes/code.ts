import { keyedHash } from "@/lib/kernel/crypto/secrets";

export type CodePurpose = "login" | "step_up";

export const CODE_LENGTH = 6;
export const CODE_LIFETIME_SECONDS = 10 * 60;
/** Maximum of wrong guesses per code (PostgreSQL refuses a sixth as well). */
export const CODE_TRIES = 5;

/** No user has this id: an attempt for an unknown user costs the same queries with it. */
export const UNKNOWN_USER_ID = "00000000-0000-0000-0000-000000000000";

/** A code as stored, once one of its tries has been taken. */
export interface CodeRow {
  id: string;
  codeHash: Uint8Array;
  payload: { sent: boolean; data: Record<string, unknown> };
}

/** Returns the stored form of a code: keyed, and bound to its own row and to the address it was sent to,
 *  so that it proves nothing about a later address. */
export function codeHash(codeId: string, emailKey: string, code: string): Buffer<ArrayBuffer> {
  return keyedHash("login-code", codeId, emailKey, code);
}
