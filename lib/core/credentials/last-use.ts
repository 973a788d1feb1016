/** Precision of a secret's last use, in seconds. A busy client must not cost a write per request. */
export const LAST_USE_SECONDS = 300;

/** Whether a use is to be recorded: none was within the precision of the last use.
 *  @param seconds that precision */
export function isUseDue(
  lastUsedAt: Date | null,
  at: Date,
  seconds: number = LAST_USE_SECONDS,
): boolean {
  return !lastUsedAt || at.getTime() - lastUsedAt.getTime() >= seconds * 1000;
}
