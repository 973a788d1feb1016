import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import * as healthz from "@/app/healthz/route";
import * as jwks from "@/app/oauth/jwks/route";
import * as token from "@/app/oauth/token/route";
import type { RouteModule } from "@/host/route-table";
import { hostServer, type NodeHandler } from "@/host/server";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { config } from "@/lib/kernel/config/config";
import { lendBytes } from "@/lib/kernel/process/lent-bytes";
import { logger } from "@/lib/kernel/process/logger";

// A real server on the loopback interface, with limits that tests can wait for: set before the planes are
// made.
await vi.hoisted(async () => {
  const { config } = await import("@/lib/kernel/config/config");
  Object.assign(config().limits, {
    ...{ bodySeconds: 1, headerSeconds: 1, requestSeconds: 2, stallSeconds: 4 },
    ...{ pipelinedRequests: 5 },
    ...{ networkConnections: 40, publicPlaneInFlight: 8, privatePlaneInFlight: 8 },
  });
});

// More than the buffers of two sockets hold.
const LARGE = "x".repeat(16 * 1024 * 1024);
let made = 0;
let hung = () => {};
let hold: Promise<void> | null = null;

const echo = resource({
  GET: publicRoute(async () => {
    await hold;
    return new Response("here");
  }),
  POST: endpoint({
    id: "echo",
    tag: "Description",
    summary: "Answer what was sent",
    caller: "anyone",
    body: content(z.strictObject({ a: z.string().optional() }), {}),
    answers: { ok: answer(z.unknown(), {}, "What was sent.") },
    handle: async ({ body, ok }) => ok(body),
  }),
});
let held = 0;
const holding = resource({
  GET: publicRoute(async () => {
    held += 1;
    await hold;
    return new Response("held");
  }, "outside"),
});
const large = resource({
  GET: publicRoute(async () => {
    made += 1;
    return new Response(LARGE);
  }),
});
const broken = resource({
  GET: publicRoute(async ({ request }) => {
    await new Promise((_, reject) => {
      request.signal.addEventListener("abort", () => reject(new Error("the caller left")));
      hung();
    });
    return new Response();
  }),
});

let pulled = 0;
const endless = resource({
  GET: publicRoute(async () => {
    const piece = new Uint8Array(64 * 1024);
    return new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => {
          pulled += 1;
          if (pulled > 4_000) controller.close();
          else controller.enqueue(piece);
        },
      }),
    );
  }),
});

/** One buffer for all of these pieces, overwritten as soon as the previous one was sent. */
const PIECES = 200;
const memory = Buffer.alloc(64 * 1024);
let written = 0;
const lending = resource({
  GET: publicRoute(async () => {
    let free = Promise.resolve();
    return new Response(
      new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            await free;
            if (written === PIECES) return controller.close();
            memory.fill(written % 251);
            written += 1;
            const piece = memory.subarray();
            free = new Promise((resolve) => lendBytes(piece, resolve));
            controller.enqueue(piece);
          },
        },
        { highWaterMark: 4 },
      ),
    );
  }),
});

const routes = Object.entries({
  "/lending": lending,
  "/endless": endless,
  "/held": holding,
  "/echo": echo,
  "/large": large,
  "/broken": broken,
  "/healthz": healthz,
  "/oauth/jwks": jwks,
  "/oauth/token": token,
}).map(([pattern, module]) => ({ pattern, module: module as unknown as RouteModule }));

/** Stands in for Next: reports its requests. */
const pageRequests: string[] = [];
const pages: NodeHandler = async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  pageRequests.push(`${request.method} ${request.url} ${request.headers.host} ${text}`);
  response.end("a page");
};

const open = new Set<Socket>();
let server: Server;
let port: number;

beforeAll(async () => {
  server = hostServer(routes, "all", pages);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
beforeEach(async () => {
  for (const socket of open) socket.destroy();
  open.clear();
  await vi.waitFor(async () => expect(await connections()).toBe(0));
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

async function connected(): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  open.add(socket);
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** Returns all bytes until the server closes the connection. */
async function until(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await once(socket, "close");
  return text;
}

async function ask(lines: string, body = ""): Promise<string> {
  const socket = await connected();
  socket.write(`${lines}\r\nHost: localhost\r\nConnection: close\r\n\r\n${body}`);
  return until(socket);
}

const json = "Content-Type: application/json";
const form = "Content-Type: application/x-www-form-urlencoded";

test("a missing body holds no place in any plane, and ends with 408", async () => {
  const silent = await Promise.all(
    Array.from({ length: 34 }, async (_, at) => {
      const socket = await connected();
      const line = at % 2 ? `/echo HTTP/1.1\r\n${json}` : `/oauth/token HTTP/1.1\r\n${form}`;
      socket.write(`POST ${line}\r\nHost: a\r\nContent-Length: 9\r\n\r\n{`);
      return until(socket);
    }),
  );
  for (const text of silent) {
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
  }
});

test("lent memory is reused once it was sent, and a slow reader gets what was written", async () => {
  const socket = await connected();
  socket.write("GET /lending HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  socket.pause();
  // The sockets' buffers hold less than all of it.
  await vi.waitFor(() => expect(written).toBeGreaterThan(1));
  const arrived: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => arrived.push(bytes)).resume();
  await once(socket, "close");
  const text = Buffer.concat(arrived);
  const size = memory.length;
  let at = text.indexOf("\r\n\r\n") + 4;
  for (let piece = 0; piece < PIECES; piece += 1) {
    at = text.indexOf("\r\n", at) + 2;
    expect(text.subarray(at, at + size).equals(Buffer.alloc(size, piece % 251))).toBe(true);
    at += size + 2;
  }
  expect(text.subarray(at).toString()).toBe("0\r\n\r\n");
});

test("other requests are answered while bodies do not arrive", async () => {
  for (let sent = 0; sent < 36; sent += 1) {
    const socket = await connected();
    socket.write(`POST /oauth/token HTTP/1.1\r\nHost: a\r\n${form}\r\nContent-Length: 9\r\n\r\ng`);
  }
  for (const line of ["GET /echo", "GET /healthz", "GET /oauth/jwks"])
    expect(await ask(`${line} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 200 /);
  const body = "grant_type=client_credentials&client_id=nobody&client_secret=none";
  expect(
    await ask(`POST /oauth/token HTTP/1.1\r\n${form}\r\nContent-Length: ${body.length}`, body),
  ).toMatch(/^HTTP\/1\.1 401 /);
});

test("health and keys are answered while the public plane is full; requests that take places are not", async () => {
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  const refused: string[] = [];
  const held = Array.from({ length: 20 }, async () => {
    const answer = await ask("GET /echo HTTP/1.1");
    if (hold) refused.push(answer);
    return answer;
  });
  await vi.waitFor(() => expect(refused).toHaveLength(4));
  for (const answer of refused) expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  for (const path of ["/healthz", "/oauth/jwks"])
    expect(await ask(`GET ${path} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 200 /);
  // Until its client is known, a token request is in the public plane.
  const body = "grant_type=client_credentials&client_id=nobody&client_secret=none";
  expect(
    await ask(`POST /oauth/token HTTP/1.1\r\n${form}\r\nContent-Length: ${body.length}`, body),
  ).toMatch(/^HTTP\/1\.1 503 /);
  release();
  hold = null;
  const served = (await Promise.all(held)).filter((answer) => !refused.includes(answer));
  expect(served).toHaveLength(16);
  for (const answer of served) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("headers that do not arrive end the connection", async () => {
  const socket = await connected();
  socket.write("GET /echo HTTP/1.1\r\nHost");
  expect(await until(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test("the connections of one network are limited: the oldest idle one makes room", async () => {
  const ended: number[] = [];
  const half = `POST /echo HTTP/1.1\r\nHost: a\r\n${json}\r\nContent-Length: 9\r\n\r\n{`;
  for (let at = 0; at < 40; at += 1) {
    const socket = await connected();
    socket.once("close", () => ended.push(at));
    if (at % 2) socket.write(half);
  }
  for (let count = 0; count < 3; count += 1)
    expect(await ask("GET /healthz HTTP/1.1")).toMatch(/^HTTP\/1\.1 200 /);
  // Each response's own connection made room for the next.
  await vi.waitFor(() => expect(ended).toEqual([0]));
});

test("a network whose connections are all in use gets no further one", async () => {
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  for (const socket of await Promise.all(Array.from({ length: 40 }, connected)))
    socket.write("GET /held HTTP/1.1\r\nHost: a\r\n\r\n");
  await vi.waitFor(() => expect(held).toBe(40));
  const turnedAway = await until(await connected());
  expect(turnedAway).toMatch(/^HTTP\/1\.1 503 /);
  expect(turnedAway).toContain("service_overloaded");
  release();
  hold = null;
  await vi.waitFor(async () =>
    expect(await ask("GET /healthz HTTP/1.1")).toMatch(/^HTTP\/1\.1 200 /),
  );
});

test("the connections of a trusted proxy are not counted", async () => {
  config().trustedProxies = ["127.0.0.0/8"];
  await Promise.all(Array.from({ length: 45 }, connected));
  expect(await ask("GET /healthz HTTP/1.1")).toMatch(/^HTTP\/1\.1 200 /);
  config().trustedProxies = [];
});

test("pipelined requests are answered in their order", async () => {
  const socket = await connected();
  const sent = ["/healthz", "/nothing", "/oauth/jwks"].map(
    (path, at) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\n${at === 2 ? "Connection: close\r\n" : ""}\r\n`,
  );
  socket.write(sent.join(""));
  const statuses = [...(await until(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code);
  expect(statuses).toEqual(["200", "200", "200"]);
});

test("a connection that pipelines too many requests gets the allowed responses, and ends", async () => {
  const socket = await connected();
  socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".repeat(400));
  expect((await until(socket)).match(/HTTP\/1\.1 200/g)).toHaveLength(5);
});

test("responses that are not read are not made", async () => {
  made = 0;
  const deaf = await Promise.all(Array.from({ length: 3 }, connected));
  for (const socket of deaf) {
    socket.pause();
    socket.write("GET /large HTTP/1.1\r\nHost: a\r\n\r\n".repeat(4));
  }
  await vi.waitFor(() => expect(made).toBe(3));
  expect(await ask("GET /healthz HTTP/1.1")).toMatch(/^HTTP\/1\.1 200 /);
  expect(made).toBe(3);
});

test("a long response is made as fast as it is read", async () => {
  pulled = 0;
  const deaf = await connected();
  deaf.pause();
  deaf.write("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n");
  let before = -1;
  await vi.waitFor(
    () => {
      const still = pulled > 0 && pulled === before;
      before = pulled;
      expect(still).toBe(true);
    },
    { interval: 200, timeout: 10_000 },
  );
  // Megabytes in the sockets' buffers, and not the hundreds that could be made.
  expect(pulled).toBeLessThan(2_000);
});

test("a connection whose response is not read ends, and one that waits for its next request does not", async () => {
  const [deaf, calm] = [await connected(), await connected()];
  deaf.pause();
  deaf.write("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n");
  calm.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(calm, "data");
  await vi.waitFor(async () => expect(await connections()).toBe(1), {
    interval: 100,
    timeout: 15_000,
  });
  calm.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(String(await once(calm, "data"))).toMatch(/^HTTP\/1\.1 200 /);
});

test("a caller that disconnects in the middle is no error", async () => {
  const logged = vi.spyOn(logger, "error");
  const reached = new Promise<void>((resolve) => {
    hung = resolve;
  });
  const [cut, waiting] = [await connected(), await connected()];
  cut.write(`POST /echo HTTP/1.1\r\nHost: a\r\n${json}\r\nContent-Length: 90\r\n\r\n{`);
  waiting.write("GET /broken HTTP/1.1\r\nHost: a\r\n\r\n");
  await reached;
  cut.destroy();
  waiting.destroy();
  await vi.waitFor(async () => expect(await connections()).toBe(0));
  await ask("GET /healthz HTTP/1.1");
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test("a page is requested only when all of a form has arrived", async () => {
  pageRequests.length = 0;
  const [left, slow] = [await connected(), await connected()];
  const half = "POST /page HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\na=";
  left.write(half);
  slow.write(half);
  const answer = ask("POST /page HTTP/1.1\r\nTransfer-Encoding: chunked", "3\r\na=1\r\n0\r\n\r\n");
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  left.destroy();
  expect(await until(slow)).toMatch(/^HTTP\/1\.1 408 /);
  expect(pageRequests).toEqual(["POST /page localhost a=1"]);
});

test("an upgrade to another protocol is answered in HTTP/1.1", async () => {
  const socket = await connected();
  socket.write(
    "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
  );
  const answers = until(socket);
  await once(socket, "data");
  socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  expect((await answers).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test("an absolute target is that host's path here, and an invalid one is refused", async () => {
  expect(await ask("GET http://elsewhere.example/healthz HTTP/1.1")).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask("GET * HTTP/1.1")).toMatch(/^HTTP\/1\.1 400 /);
  const server = await ask("OPTIONS * HTTP/1.1");
  expect(server).toMatch(/^HTTP\/1\.1 204 /);
  expect(server).toMatch(/\r\nallow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT\r\n/);
});

test("Allow lists the methods of a resource, for every method", async () => {
  for (const [line, status] of [
    ["OPTIONS /oauth/jwks", 204],
    ["PUT /oauth/jwks", 405],
    ["TRACE /oauth/jwks", 405],
    ["PROPFIND /oauth/jwks", 405],
  ] as const) {
    const answer = await ask(`${line} HTTP/1.1\r\nContent-Length: 0`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nallow: GET, HEAD, OPTIONS\r\n/);
  }
  expect(await ask("OPTIONS /oauth/token HTTP/1.1\r\nOrigin: https://spa.example")).toMatch(
    /\r\nallow: OPTIONS, POST\r\n/,
  );
});

test("a server of only the pages passes no spelling of an API path to Next", async () => {
  pageRequests.length = 0;
  const apart = hostServer(routes, "pages", pages);
  apart.listen(0, "127.0.0.1");
  await once(apart, "listening");
  const { port: other } = apart.address() as AddressInfo;
  try {
    for (const path of ["/echo", "/%65cho", "/echo/", "//echo", "/x/../echo", "/x/%2e%2e/echo;a"]) {
      const socket = connect({ port: other, host: "127.0.0.1" });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(await until(socket), path).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect(pageRequests).toEqual([]);
  } finally {
    apart.close();
  }
});
