const BEAT_MS = 1_000;

/** Runs one step and prints how long it took, which explains a slow start. During the step it prints the
 *  duration each second: on a terminal in one line that is rewritten. */
export async function step<T>(label: string, work: () => T | Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const terminal = process.stdout.isTTY === true;
  const again = terminal ? "\r\u001b[2K" : "";
  const beat = setInterval(() => {
    const line = `${label.padEnd(42)} ${Math.floor(seconds())} s …`;
    if (terminal) process.stdout.write(`${again}  ${line}`);
    else say(line);
  }, BEAT_MS);
  try {
    const result = await work();
    process.stdout.write(again);
    say(`${label.padEnd(42)} ${seconds().toFixed(1)} s`);
    return result;
  } finally {
    clearInterval(beat);
  }
}

/** Prints a line of progress. */
export function say(line: string): void {
  console.log(`  ${line}`);
}

/** An error that the person at the terminal can mend; shown as its message alone, without a stack. */
export class StartError extends Error {}
