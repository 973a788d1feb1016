import { z } from "zod";

/** An address as it is written to and as it is compared. */
export interface EmailAddress {
  /** As the person writes it, NFC, trimmed. */
  email: string;
  /** Lower case; what is unique in an environment. */
  emailKey: string;
}

/** The form of such an address. Without flags, because the description carries it. */
export const EMAIL = z.regexes.email;

/** An address the service will write to, or null. Only ASCII local parts and domains (IDNA in its ASCII
 *  form) are taken: look-alike letters would let one person pass for another, and control characters would
 *  reach a mail header. At most 254 characters (RFC 5321 §4.5.3.1.3). */
export function parseEmail(input: string): EmailAddress | null {
  const email = input.trim();
  if (email.length > 254 || !EMAIL.test(email)) return null;
  return { email, emailKey: email.toLowerCase() };
}

/** An address of which only enough is shown that its owner knows it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}${"•".repeat(Math.max(2, Math.min(at - 1, 6)))}${email.slice(at)}`;
}

/** The key an address is looked up by. What is no address has a key too, one that no user can have (it
 *  holds a space), so that a login with it does the same work as any other. PostgreSQL's text takes no NUL. */
export function emailKeyOf(input: string): string {
  const key = parseEmail(input)?.emailKey;
  return key ?? `invalid ${input.slice(0, 254).toLowerCase().replaceAll("\0", " ")}`;
}
