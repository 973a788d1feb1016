import type { Sink } from "./sink";

/** Hands events to whoever reads our output. Where that is, only the reader knows: it says so when it begins again.
 *  @param after the last position that the reader has; -1 for none */
export function stdoutSink(after: number): Sink {
  // Whoever writes is told of an error; unheard, it would end the process as well.
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
