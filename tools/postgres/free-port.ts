import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Returns a TCP port that nothing listens on at this moment.
 *  @param port 0 for any
 *  @param host interface; an empty string means all
 *  @throws Error when nothing can listen there */
export async function freePort(port = 0, host = "127.0.0.1"): Promise<number> {
  const server = createServer();
  server.listen({ port, ...(host && { host }) });
  await once(server, "listening");
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return free;
}
