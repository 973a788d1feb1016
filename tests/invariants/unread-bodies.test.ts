import type { Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RouteEntry } from "@/host/route-table";
import type { NodeHandler } from "@/host/server";
import { announced, BYTES, chunked, problemsOf, sendUnread } from "@/tests/support/unread-bodies";
import { allRoutes, aWholeHost } from "@/tests/support/whole-host";
import { aWire, pathOf } from "@/tests/support/wire";

// Each route, at each layer that refuses: an answer that comes before its request's body was read to the end
// must not leave the rest of the body to the next request of the connection (RFC 9112 §9.3).

/** Stands in for Next: it reads nothing, or starts to read, and answers. */
const pages: NodeHandler = async (request, response) => {
  if (request.url?.startsWith("/begins")) request.once("data", () => request.pause());
  response.end("a page");
};

let server: Server;
let port: number;
let routes: RouteEntry[];

beforeAll(async () => {
  routes = await allRoutes();
  ({ server, port } = await aWholeHost(routes, pages));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const elsewhere = ["/nothing", "/dashboard", "/begins", "/%zz", "*"];
const json = "Content-Type: application/json\r\n";
const form = "Content-Type: application/x-www-form-urlencoded\r\n";

test.each([
  ["announced", "JSON", "GET", json + announced],
  ["announced", "JSON", "POST", json + announced],
  ["announced", "a form", "POST", form + announced],
  ["in chunks", "JSON", "POST", json + chunked],
  ["in chunks", "a form", "POST", form + chunked],
])(
  "a body %s of %s with %s takes no answer from the next request",
  async (_, __, method, rest) => {
    const paths = [...routes.map(pathOf), ...elsewhere];
    expect(paths.length).toBeGreaterThan(150);
    const place = { open: () => aWire(port), host: "localhost" };
    const lines = paths.map((path) => `${method} ${path}`);
    expect(problemsOf(await sendUnread(place, lines, rest))).toEqual([]);
  },
  120_000,
);

test("a body that is announced and never comes gets its answer, and the connection ends", async () => {
  const { socket, text, ended } = await aWire(port);
  socket.write(
    `POST /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${BYTES}\r\n\r\n{`,
  );
  await ended;
  expect(text().match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404"]);
  expect(text()).toMatch(/^connection: close\r$/im);
});

test("a form that is longer than any, without saying so, is refused with words", async () => {
  const { socket, text, ended } = await aWire(port);
  const piece = `10000\r\n${"x".repeat(65_536)}\r\n`;
  socket.write("POST /page HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  socket.write(piece.repeat(9));
  await ended;
  expect(text()).toMatch(/^HTTP\/1\.1 413 .*\r\nconnection: close\r\n/is);
});
