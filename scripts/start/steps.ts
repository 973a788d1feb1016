/** Runs one step and says how long it took, so that a slow start explains itself. */
export async function step<T>(label: string, work: () => T | Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  say(`${label.padEnd(42)} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return result;
}

/** One line of progress. */
export function say(line: string): void {
  console.log(`  ${line}`);
}

/** What the person at the terminal can mend; shown as its message alone, without a stack. */
export class StartError extends Error {}
