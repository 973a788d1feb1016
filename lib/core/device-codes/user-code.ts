import { randomInt } from "node:crypto";
import { plainCode } from "@/lib/core/one-time-codes/typed-code";
import { keyedHash } from "@/lib/kernel/crypto/secrets";

/** The letters of a code that a person types: no vowels, so that it spells nothing, and none that looks like another (RFC 8628
 *  §6.1). Nineteen letters in eight places are 34 bits, which hold for ten minutes behind the brakes on guessing. */
const LETTERS = "BCDFGHJKMNPQRSTVWXZ";
const LENGTH = 8;

/** A new code, each equally likely. */
export function newUserCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** A code as it is shown: in two halves. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}

/** The code that somebody typed, however they spelled it; null when it can't be one. */
export function readUserCode(typed: string): string | null {
  const code = plainCode(typed).toUpperCase();
  const isCode = code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter));
  return isCode ? code : null;
}

/** How a code is stored: whoever reads the table can't try the letters. */
export function hashUserCode(code: string): Buffer<ArrayBuffer> {
  return keyedHash("device-user-code", code);
}
