/** One plain mailbox: no display name, list, comment, quoting or control character. Narrower than RFC 5322 on
 *  purpose: whatever could end a header or add a recipient is not an address here. */
const MAILBOX = /^[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]+@[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]+$/u;

/** The longest path SMTP takes, without its brackets (RFC 5321 §4.5.3.1.3). */
const LONGEST = 254;

/** Whether mail may be sent to this address. */
export function isMailAddress(address: string): boolean {
  return address.length <= LONGEST && MAILBOX.test(address);
}
