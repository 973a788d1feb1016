import type { IncomingMessage } from "node:http";

/** Reads the body of a request that says how long it is. The parser hands over no byte more than that.
 *  @param ms how long it may take
 *  @returns null when it did not arrive in time
 *  @throws Error when its sender went away */
export function wholeBody(
  incoming: IncomingMessage,
  ms: number,
): Promise<Buffer<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer<ArrayBuffer>[] = [];
    const take = (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk);
    const timer = setTimeout(() => {
      incoming.off("data", take).pause();
      resolve(null);
    }, ms);
    incoming.on("data", take);
    incoming.once("end", () => {
      clearTimeout(timer);
      const [first] = chunks;
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    incoming.once("close", () => {
      clearTimeout(timer);
      reject(new Error("The body ended before it was complete"));
    });
  });
}
