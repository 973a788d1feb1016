import { randomInt } from "node:crypto";
import { plainCode } from "@/lib/core/one-time-codes/typed-code";
import { keyedHash } from "@/lib/kernel/crypto/secrets";

/** Letters of a user code: no vowels, so that it spells no words, and no letter that looks like another (RFC
 *  8628 §6.1). Nineteen letters in eight places are 34 bits, enough for ten minutes with a limit on
 *  guesses. */
const LETTERS = "BCDFGHJKMNPQRSTVWXZ";
const LENGTH = 8;

/** Returns a new code; all codes are equally likely. */
export function newUserCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** Formats a code for display, in two halves. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** Parses a typed code in any spelling; null for a text that can't be a code. */
export function readUserCode(typed: string): string | null {
  const code = plainCode(typed).toUpperCase();
  const isCode = code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter));
  return isCode ? code : null;
}

/** Hash under which a code is stored, so that a reader of the table can't try all letters. */
export function hashUserCode(code: string): Buffer<ArrayBuffer> {
  return keyedHash("device-user-code", code);
}
