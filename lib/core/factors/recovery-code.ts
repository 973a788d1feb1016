import { keyedHash, newCode } from "@/lib/kernel/crypto/secrets";

/** Number of codes that are made at a time. */
const RECOVERY_CODES = 10;
/** Digits, because a one-time code is a string of digits (spec, Login): twelve can't be guessed in five
 *  tries. */
export const RECOVERY_CODE_DIGITS = 12;

/** Returns new codes, all different. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode(RECOVERY_CODE_DIGITS));
  return [...codes];
}

/** Returns the stored form of a code: keyed, and bound to its user. */
export function recoveryCodeHash(userId: string, code: string): Buffer<ArrayBuffer> {
  return keyedHash("recovery-code", userId, code);
}

/** Returns a code as people read and copy it: in groups of four. */
export function groupedRecoveryCode(code: string): string {
  return code.replace(/(\d{4})(?=\d)/g, "$1 ");
}
