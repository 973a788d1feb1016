import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until there is an answer.
 *  @param what is waited for, for the error's words
 *  @param ask answers undefined while there is none; its errors count as none
 *  @throws Error after `seconds`, with the last error's words */
export async function until<T>(
  what: string,
  seconds: number,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  let last = "";
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(300)) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
      last = "";
    } catch (error) {
      last = `: ${error instanceof Error ? error.message : error}`;
    }
  }
  throw new Error(`${what}: nothing in ${seconds} s${last}`);
}
