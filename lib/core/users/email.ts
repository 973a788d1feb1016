/** An address in its written form and in its form for comparison. */
export interface EmailAddress {
  /** As the user writes it, NFC, trimmed. */
  email: string;
  /** In lower case; unique in an environment. */
  emailKey: string;
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/** Format of such an address: a dot-atom (RFC 5322 §3.2.3) of at most 64 characters, and a domain of at
 *  least two labels of letters, digits and hyphens (RFC 1123 §2.1) whose last one is no number. Without
 *  flags, because the API description contains it. */
export const EMAIL = new RegExp(
  `^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?![0-9]+$)${LABEL}$`,
);

/** Further rules for an address besides `EMAIL`, and the message for an invalid one. */
export const EMAIL_LONGEST = 254;
export const EMAIL_PROBLEM =
  "must be an e-mail address in ASCII, with a domain of another script in its IDNA form (xn--…)";

/** Parses an address that becomes a user, an invitation or a filter; null when it is invalid. Accepts only
 *  ASCII local parts and domains (IDNA in its ASCII form): look-alike letters would let one person pass
 *  for another, and control characters would reach a mail header. At most 254 characters (RFC 5321
 *  §4.5.3.1.3). */
export function parseEmail(input: string): EmailAddress | null {
  const email = input.trim();
  if (email.length > EMAIL_LONGEST || !EMAIL.test(email)) return null;
  return { email, emailKey: email.toLowerCase() };
}

/** Masks an address so that only its owner recognises it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}${"•".repeat(Math.max(2, Math.min(at - 1, 6)))}${email.slice(at)}`;
}

/** Returns the key by which an address is looked up. Invalid text has a key too, one that no user can
 *  have, so that a login with it does the same work as any other. An address accepted by an earlier
 *  grammar keeps its key. PostgreSQL's text takes no NUL. */
export function emailKeyOf(input: string): string {
  const email = input.trim();
  if (/^[\x21-\x7e]{1,254}$/.test(email)) return email.toLowerCase();
  return `invalid ${input.slice(0, 254).toLowerCase().replaceAll("\0", " ")}`;
}
