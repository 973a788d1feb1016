import type { IncomingMessage } from "node:http";

/** Reads the body of a request.
 *  @param ms how long it may take; null where the server's own time limit for requests is the deadline
 *  @param most how many bytes it may have, for a request that does not say how long it is: the parser hands over no
 *  byte more than was said
 *  @returns null when it did not arrive in time, or is longer
 *  @throws Error when its sender went away */
export function wholeBody(
  incoming: IncomingMessage,
  ms: number | null,
  most = Number.POSITIVE_INFINITY,
): Promise<Buffer<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer<ArrayBuffer>[] = [];
    let bytes = 0;
    const take = (chunk: Buffer<ArrayBuffer>) => {
      bytes += chunk.byteLength;
      if (bytes > most) giveUp();
      else chunks.push(chunk);
    };
    const giveUp = () => {
      clearTimeout(timer);
      incoming.off("data", take).pause();
      resolve(null);
    };
    const timer = ms === null ? undefined : setTimeout(giveUp, ms);
    // Every request is closed in the end. An error that nobody asks for is the dearest part of taking a short body in.
    const leave = () => {
      clearTimeout(timer);
      reject(new Error("The body ended before it was complete"));
    };
    incoming.on("data", take);
    incoming.once("end", () => {
      clearTimeout(timer);
      incoming.off("close", leave);
      const [first] = chunks;
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    incoming.once("close", leave);
  });
}
