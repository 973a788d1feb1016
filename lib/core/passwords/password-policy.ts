import { commonPasswordIn } from "@/lib/core/passwords/common-passwords";
import { type PasswordRefusal, ServiceError } from "@/lib/kernel/errors";

/** Maximum length of a password, in characters (contract, Request-time bodies). Nothing is ever truncated. */
const PASSWORD_MAX_LENGTH = 128;

/** Returns a password in its hashed form: the same characters typed on two keyboards are the same bytes
 *  (NFC). */
export function normalizePassword(password: string): string {
  return password.normalize("NFC");
}

/** Refuses a password that can be guessed: too short, on the lists of common and breached ones (or a
 *  simple variation of one), or made of words known about its user. No rule requires kinds of characters
 *  (NIST SP 800-63B §5.1.1.2). Everything is decided locally; no password leaves the process.
 *  @param minLength in characters, by the tenant's policy
 *  @param context words an attacker knows: the email address, the display name, the tenant's name
 *  @throws ServiceError `unprocessable` whose detail explains the reason to the user who chose it, and whose
 *  `password` names it */
export function assertAcceptablePassword(
  password: string,
  { minLength, context }: { minLength: number; context: string[] },
): void {
  const problem = refusal(normalizePassword(password), minLength, context);
  if (!problem) return;
  const [detail, why, count] = problem;
  throw new ServiceError("unprocessable", {
    detail,
    password: { why, ...(count === undefined ? {} : { count }) },
  });
}

type Refused = [detail: string, why: PasswordRefusal["why"], count?: number];

function refusal(password: string, minLength: number, context: string[]): Refused | null {
  const length = [...password].length;
  if (length < minLength)
    return [
      `The password is too short: use at least ${minLength} characters.`,
      "too_short",
      minLength,
    ];
  if (length > PASSWORD_MAX_LENGTH)
    return [
      `The password is too long: use at most ${PASSWORD_MAX_LENGTH} characters.`,
      "too_long",
      PASSWORD_MAX_LENGTH,
    ];
  // Half a surrogate pair has no UTF-8 form: two different passwords would be the same bytes.
  if (/\p{Cs}/u.test(password))
    return ["The password holds a character that is not valid Unicode.", "unicode"];
  const plain = password.toLowerCase();
  if (isRepetitive(plain))
    return ["The password repeats itself: use something less regular.", "regular"];
  if (isSequence(plain))
    return ["The password is a simple sequence: use something less regular.", "regular"];
  if (commonPasswordIn(plain))
    return [
      "The password is among those that are tried first: it is common or known from breaches.",
      "common",
    ];
  if (mostlyContext(plain, context))
    return [
      "The password is too close to your email address or the name of the service.",
      "context",
    ];
  return null;
}

/** Whether a password repeats one unit of up to four characters: `aaaaaaaa`, `abcabcabc`. */
function isRepetitive(password: string): boolean {
  return /^(.{1,4})\1+.{0,3}$/su.test(password) && new Set(password).size <= 4;
}

/** Whether each character is the next or the previous one of its predecessor: `12345678`, `hgfedcba`. */
function isSequence(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  // 0 follows 9, as in 7890.
  return [1, -1].some((step) => [...steps].every((found) => found === step || found === step * -9));
}

/** Whether little is left of the password once the words an attacker knows are taken out. */
function mostlyContext(password: string, context: string[]): boolean {
  const words = context
    .flatMap((text) => {
      const lower = text.normalize("NFC").toLowerCase();
      return [lower, ...lower.split("@"), ...lower.split(/[^\p{L}\p{N}]+/u)];
    })
    .filter((word) => [...word].length >= 4)
    .sort((a, b) => b.length - a.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), password);
  return rest !== password && [...rest].length < 4;
}
