/** One plain mailbox: no display name, list, comment, quoting or control character. Narrower than RFC 5322 on
 *  purpose: whatever could end a header or add a recipient is not an address here. */
const MAILBOX = /^[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]+@[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]+$/u;

/** The longest path SMTP takes, without its brackets (RFC 5321 §4.5.3.1.3). */
const LONGEST = 254;

/** Whether mail may be sent to this address. */
export function isMailAddress(address: string): boolean {
  return address.length <= LONGEST && MAILBOX.test(address);
}

/** A text that fits one header or sentence: no line breaks, control characters or marks that turn the
 *  direction of what follows, and no longer than `longest` characters. */
export function oneLine(text: string, longest = 80): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : line;
}
