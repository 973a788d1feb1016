import { request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveMetrics } from "@/lib/kernel/process/serve-metrics";

let server: Server;
beforeAll(async () => {
  server = await serveMetrics(0, "127.0.0.1", async () => "up 1\n");
});
afterAll(() => server.close());

const ask = (host: string) =>
  new Promise<number>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const options = { port, host: "127.0.0.1", path: "/metrics", headers: { host } };
    request(options, (response) => resolve(response.resume().statusCode ?? 0))
      .once("error", reject)
      .end();
  });

test("on the loopback interface, metrics answer to this machine's own names and to no website's", async () => {
  for (const host of ["localhost:9464", "127.0.0.1", "[::1]:9464"])
    expect(await ask(host)).toBe(200);
  for (const host of ["evil.example", "evil.example:9464", "localhost.evil.example"])
    expect(await ask(host)).toBe(403);
});
