import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerUnroutable } from "@/lib/core/http/refuse-unroutable";
import { refusedMethodOf } from "@/lib/core/http/refused-method";

const server = createServer((request, response) => {
  if (answerUnroutable(request, response)) return;
  const refused = refusedMethodOf(new Headers(request.headers as Record<string, string>));
  response.end(`${refused ? `refuses ${refused}` : "a route"} at ${request.url}`);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

const ask = (method: string, path: string) =>
  new Promise<{ status: number; type: string | undefined; text: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    request({ port, host: "127.0.0.1", method, path }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, type: response.headers["content-type"], text });
    })
      .once("error", reject)
      .end();
  });

test("a path that cannot be decoded is a 400 problem document", async () => {
  for (const path of ["/api/v1/management/users/%zz", "/%E0%A4", "/%"]) {
    const answer = await ask("GET", path);
    expect([answer.status, answer.type]).toEqual([400, "application/problem+json"]);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 400, title: "Bad Request" });
  }
});

test("a method that no route knows reaches the resource of its path, to be refused there", async () => {
  for (const method of ["TRACE", "PROPFIND"])
    expect(await ask(method, "/api/v1/management/users")).toMatchObject({
      text: `refuses ${method} at /api/v1/management/users`,
    });
});

test("a target with a host is reduced to its path, for any host, and any other is refused", async () => {
  for (const host of ["http://elsewhere.example", "HTTPS://user@[::1]:8443"])
    for (const [path, known] of [
      ["/a/b?c=http://d", "/a/b?c=http://d"],
      ["", "/"],
      ["?x", "/?x"],
    ])
      expect((await ask("GET", host + path)).text).toBe(`a route at ${known}`);
  for (const target of ["*", "ftp://elsewhere.example/", "nothing"])
    expect((await ask("GET", target)).status).toBe(400);
  expect((await ask("OPTIONS", "*")).status).toBe(204);
});

test("every other request reaches its route, with any query", async () => {
  for (const path of ["/", "/api/v1/x?y=%zz", "/%E2%82%AC"])
    expect(await ask("GET", path)).toMatchObject({ status: 200, text: `a route at ${path}` });
});
