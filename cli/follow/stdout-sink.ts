import type { Sink } from "./sink";

/** Writes events to stdout. Only the reader knows its position, and passes it when it starts again.
 *  @param after the last position that the reader has; -1 for none */
export function stdoutSink(after: number): Sink {
  // The callback of `write` gets the error; without a listener it would end the process as well.
  process.stdout.on("error", () => {});
  return {
    position: after,
    async write(_events, lines) {
      const failure = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
        process.stdout.write(lines.join(""), resolve);
      });
      if (failure && failure.code !== "EPIPE") throw failure;
      return !failure;
    },
    flush: async () => {},
    close: async () => {},
  };
}
