const DIGIT = /\p{Nd}/u;
// Dashes are punctuation, except the minus sign and the long mark that a Japanese keyboard has in the dash's
// place.
const BETWEEN = /[\p{P}\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\s\u2212\u30fc]/gu;

/** Returns a typed code in plain digits and letters: a digit of any script counts by its value, and
 *  separators (spaces, dashes, invisible characters) are removed. Runs in the pages too. */
export function plainCode(typed: string): string {
  const text = typed.slice(0, 128).normalize("NFKC").replace(BETWEEN, "");
  return text.replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)));
}

/** Parses a typed code of digits.
 *  @returns what is wrong with its form, if anything */
export function typedCode(
  field: string,
  digits: number,
): { code: string; wrong: "codeEmpty" | "codeShape" | null } {
  const code = plainCode(field);
  if (!code) return { code, wrong: "codeEmpty" };
  return { code, wrong: /^\d+$/.test(code) && code.length === digits ? null : "codeShape" };
}

/** The digits of a script are consecutive from zero on, in rows of ten (Unicode, section 4.6). */
function digitOf(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let zero = at;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (at - zero) % 10;
}
