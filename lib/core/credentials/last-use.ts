/** How exactly it is known when a secret was last used, in seconds. A busy client must not cost a write a request. */
export const LAST_USE_SECONDS = 300;

/** Whether a use is noted: none was within the time to which last use is known.
 *  @param seconds that time */
export function isUseDue(
  lastUsedAt: Date | null,
  at: Date,
  seconds: number = LAST_USE_SECONDS,
): boolean {
  return !lastUsedAt || at.getTime() - lastUsedAt.getTime() >= seconds * 1000;
}
