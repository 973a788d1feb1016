import { createServer, connect as dial, type Socket } from "node:net";

/** A proxy to PostgreSQL that can fall silent, like a vanished server. */
export interface SilentProxy {
  /** Address of the database through the proxy. */
  url: string;
  /** From now on every connection stays open and carries nothing, and new ones are accepted and get no
   *  answer. */
  fallSilent(): void;
  /** New connections reach PostgreSQL again; those that fell silent stay so, as after a failover. */
  failOver(): void;
  /** Local ports of the proxy's connections to PostgreSQL. */
  ports(): number[];
  close(): Promise<void>;
}

/** Puts a real TCP proxy in front of a database.
 *  @param url the database's own address */
export async function aSilentProxy(url: string): Promise<SilentProxy> {
  const target = new URL(url);
  const open = new Set<Socket>();
  const onward = new Set<Socket>();
  const silenced = new Set<Socket>();
  let silent = false;
  const pass = (from: Socket, to: Socket, near: Socket) => {
    from.on("data", (bytes) => silenced.has(near) || to.write(bytes));
    // A vanished server does not even close its connections.
    from.on("close", () => silenced.has(near) || to.end());
    from.on("error", () => {});
  };
  const server = createServer((near) => {
    open.add(near);
    near.once("close", () => open.delete(near));
    if (silent) silenced.add(near);
    const far = dial(Number(target.port), target.hostname);
    open.add(far);
    onward.add(far);
    far.once("close", () => {
      open.delete(far);
      onward.delete(far);
    });
    pass(near, far, near);
    pass(far, near, near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The proxy has no port");
  const near = new URL(url);
  near.host = `127.0.0.1:${address.port}`;
  return {
    url: near.href,
    fallSilent() {
      silent = true;
      for (const socket of open) silenced.add(socket);
    },
    failOver() {
      silent = false;
    },
    ports: () => [...onward].flatMap(({ localPort }) => localPort ?? []),
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
