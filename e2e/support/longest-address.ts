/** An address of 254 characters, the longest allowed (RFC 5321 §4.5.3.1.3), without a place to break in any
 *  font.
 *  @param who makes it unique, so that each journey has one of its own */
export function longestAddress(who: string): string {
  // A retried journey runs in another worker, and makes its users anew.
  const one = `${who}${process.env.TEST_WORKER_INDEX ?? ""}`;
  const [local, label] = [`${one}${"m".repeat(64)}`.slice(0, 64), "m".repeat(63)];
  return `${local}@${label}.${label}.${"m".repeat(53)}.example`;
}
