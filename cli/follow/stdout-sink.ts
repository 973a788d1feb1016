import type { Sink } from "./sink";

/** Writes events to stdout. Only the reader knows its position, and passes it when it starts again.
 *  @param after the last position that the reader has; -1 for none */
export function stdoutSink(after: number): Sink {
  return {
    position: after,
    write: (_events, lines) => writeToStdout(lines.join("")),
    flush: async () => {},
    close: async () => {},
  };
}

/** Writes to stdout, and returns once that is done.
 *  @returns false once the reader has closed the pipe (`… | head`) */
export async function writeToStdout(text: string): Promise<boolean> {
  // The callback of `write` gets the error; without a listener it would end the process as well.
  if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", () => {});
  const failure = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    process.stdout.write(text, resolve);
  });
  if (failure && failure.code !== "EPIPE") throw failure;
  return !failure;
}
