import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { requestPage } from "./ask-server";

async function aServer(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test("an answer is returned with its status, whatever interface the server listens on", async () => {
  const port = await aServer((request, response) => {
    response.writeHead(503);
    response.end(`not ready: ${request.url}`);
  });
  for (const host of [undefined, "0.0.0.0", "127.0.0.1"])
    expect(await requestPage("/readyz", { port, host, patienceMs: 5_000 })).toEqual({
      status: 503,
      text: "not ready: /readyz",
    });
});

test("a server that does not answer, or only begins to, times out", async () => {
  const silent = await aServer(() => {});
  const partial = await aServer((_, response) => response.write("half of "));
  for (const port of [silent, partial])
    await expect(
      requestPage("/readyz", { port, host: undefined, patienceMs: 100 }),
    ).rejects.toThrow();
});

test("a closed port is an error", async () => {
  await expect(
    requestPage("/readyz", { port: 1, host: undefined, patienceMs: 5_000 }),
  ).rejects.toThrow("ECONNREFUSED");
});
