import { keyedHash } from "@/lib/kernel/crypto/secrets";

export type CodePurpose = "login" | "step_up";

export const CODE_LENGTH = 6;
export const CODE_LIFETIME_SECONDS = 10 * 60;
/** Wrong guesses that one code bears (PostgreSQL refuses a sixth as well). */
export const CODE_TRIES = 5;

/** No user has this id: what is tried for somebody who does not exist costs the same queries. */
export const NOBODY = "00000000-0000-0000-0000-000000000000";

/** A code as stored, once one of its tries has been taken. */
export interface CodeRow {
  id: string;
  codeHash: Uint8Array;
  payload: { sent: boolean; data: Record<string, unknown> };
}

/** How a code is stored: keyed, and bound to its own row and to the address it was sent to, so that it proves
 *  nothing about an address that came later. */
export function codeHash(codeId: string, emailKey: string, code: string): Buffer<ArrayBuffer> {
  return keyedHash("login-code", codeId, emailKey, code);
}
