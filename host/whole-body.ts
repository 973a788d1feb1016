import type { IncomingMessage } from "node:http";

/** Reads the body of a request.
 *  @param ms how long it may take; null where the server's own timeout of requests is the deadline
 *  @param most bytes of a request without Content-Length; of others the parser passes no byte more than that
 *  @returns null when it did not arrive in time, or is longer
 *  @throws Error when the client disconnected */
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
    // Every request emits "close" in the end. An unnecessary error is the most expensive part of reading a
    // short body.
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
