import { setTimeout as sleep } from "node:timers/promises";

/** Polls until there is an answer.
 *  @param what names the condition in the error
 *  @param ask returns undefined, null or false while there is none; its errors count as none
 *  @param pause between two calls, in milliseconds
 *  @throws Error after `ms`, with the last error's message */
export async function until<T>(
  what: string,
  ms: number,
  ask: () => T | Promise<T>,
  pause = 50,
): Promise<Exclude<T, undefined | null | false>> {
  let last = "";
  for (const end = performance.now() + ms; ; await sleep(pause)) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== null && answer !== false)
        return answer as Exclude<T, undefined | null | false>;
      last = "";
    } catch (error) {
      last = `: ${error instanceof Error ? error.message : error}`;
    }
    if (performance.now() > end) throw new Error(`Not within ${ms / 1000} s: ${what}${last}`);
  }
}
