import type { Server } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { RouteEntry } from "@/host/route-table";
import type { NodeHandler } from "@/host/server";
import { allRoutes, aWholeHost, aWire, pathOf } from "@/tests/support/whole-host";

// Each route, whoever refuses there: an answer that comes before its request's body was read to the end must not leave
// the rest of the body to the next request of the connection (RFC 9112 §9.3).

/** More than any limit of a body and than a socket holds. */
const BYTES = 400_000;
const BODY = "x".repeat(BYTES);
const NEXT = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
const announced = `Content-Length: ${BYTES}\r\n\r\n${BODY}`;
const chunked = `Transfer-Encoding: chunked\r\n\r\n${BYTES.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;

/** Stands for Next: it reads nothing, or begins to read, and answers. */
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

/** What comes back on a connection for a request with a body, and for one behind it. */
async function answersTo(line: string, rest: string): Promise<string> {
  const { socket, text, ended } = await aWire(port);
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${rest}${NEXT}`);
  const answered = vi.waitFor(() => expect(text()).toContain('{"status":"ok"}'), 15_000);
  await Promise.race([ended, answered.catch(() => {})]);
  socket.destroy();
  return text();
}

/** What is wrong with them; null for two answers, and for one that ends the connection. */
function problemOf(text: string): string | null {
  const [first = "", ...more] = text.split(/(?=HTTP\/1\.1 \d{3} )/);
  if (!first.startsWith("HTTP/1.1 ")) return "no answer";
  if (more.some((one) => one.startsWith("HTTP/1.1 408 "))) return "a 408 after an answer";
  const closes = /^connection: close\r?$/im.test(first.split("\r\n\r\n")[0] ?? "");
  if (more.length === 0 && !closes) return "no second answer, and no word that there is none";
  if (more.length > 0 && closes) return "a second answer although the first one was the last";
  return null;
}

async function problems(lines: readonly string[], rest: string): Promise<string[]> {
  const found: string[] = [];
  const left = [...lines];
  const one = async () => {
    for (let line = left.shift(); line !== undefined; line = left.shift()) {
      const problem = problemOf(await answersTo(line, rest));
      if (problem) found.push(`${line}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
  return found.sort();
}

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
    expect(
      await problems(
        paths.map((path) => `${method} ${path}`),
        rest,
      ),
    ).toEqual([]);
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
