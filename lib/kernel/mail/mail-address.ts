/** One plain mailbox: no display name, list, comment, quoting or control character. Deliberately narrower
 *  than RFC 5322: an address can neither end a header nor add a recipient. */
const MAILBOX = /^[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]+@[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]+$/u;

/** The longest path SMTP accepts, without its brackets (RFC 5321 §4.5.3.1.3). */
const LONGEST = 254;

/** Whether mail may be sent to this address. */
export function isMailAddress(address: string): boolean {
  return address.length <= LONGEST && MAILBOX.test(address);
}
