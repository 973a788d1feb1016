import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Fleet } from "./fleet";

let fleet: Fleet;
const servers: Server[] = [];
afterEach(async () => {
  await fleet.stop();
  for (const server of servers.splice(0)) server.close();
});

/** Starts a server that is ready, and answers every other request as the test decides. */
async function aServer(answer: (path: string, socket: Socket, count: number) => number | null) {
  let count = 0;
  const server = createServer((request, response) => {
    if (request.url === "/readyz") return response.end();
    count += 1;
    const status = answer(request.url ?? "", request.socket, count);
    if (status) response.writeHead(status).end("done");
    else request.socket.destroy();
  });
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, stop: async () => {}, ended: new Promise<number>(() => {}) };
}

test("a request whose reused connection was closed before an answer is sent once more, and counted", async () => {
  fleet = new Fleet();
  fleet.add(await aServer((_path, _socket, count) => (count === 2 ? null : 200)));
  await fleet.send({ path: "/first" });
  expect(await fleet.send({ path: "/second" })).toMatchObject({ status: 200, body: "done" });
  expect(fleet.repeated).toEqual({ refused: 0, closed: 1 });
});

test("a request whose new connection was closed failed", async () => {
  fleet = new Fleet();
  fleet.add(await aServer(() => null));
  await expect(fleet.send({ path: "/first" })).rejects.toThrow();
  expect(fleet.repeated).toEqual({ refused: 0, closed: 0 });
});

test("an answered request is never repeated", async () => {
  fleet = new Fleet();
  fleet.add(await aServer(() => 503));
  expect(await fleet.send({ path: "/first" })).toMatchObject({ status: 503 });
  expect(fleet.repeated).toEqual({ refused: 0, closed: 0 });
});
