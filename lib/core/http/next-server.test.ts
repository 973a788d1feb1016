import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareForNext } from "@/lib/core/http/next-server";
import { refusedMethodOf } from "@/lib/core/http/refused-method";
import { peerHeader } from "@/lib/kernel/process/peer-address";

// Creates the server as Next does: before Next calls any of our code, and without a hook.
const seen: IncomingMessage[] = [];
const server = createServer((incoming, response) => {
  seen.push(incoming);
  response.end("answered");
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  prepareForNext();
  prepareForNext();
});
afterAll(() => server.close());

const ask = (method: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ port, host: "127.0.0.1", method, path }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    })
      .once("error", reject)
      .end();
  });

test("a server that Next created prepares its requests, including the first", async () => {
  expect(await ask("GET", "/%zz")).toBe(400);
  expect(seen).toEqual([]);
  expect([await ask("GET", "/a"), await ask("PROPFIND", "/b")]).toEqual([200, 200]);
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /a", "OPTIONS /b"]);
  const [, refused] = seen.map(({ headers }) => refusedMethodOf(new Headers(headers as never)));
  expect(refused).toBe("PROPFIND");
});

test("the address of the socket is added to a request once", async () => {
  seen.length = 0;
  await ask("GET", "/a");
  const [incoming] = seen;
  expect(incoming?.headers[peerHeader()]).toBe("127.0.0.1");
  expect(incoming?.rawHeaders.filter((name) => name === peerHeader())).toHaveLength(1);
});
