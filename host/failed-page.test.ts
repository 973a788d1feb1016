import { once } from "node:events";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { expect, test } from "vitest";
import { hostServer } from "@/host/server";
import { notePageFailure } from "@/lib/http/page-failures";

/** What a page is answered with that fails so, as Next fails it: told of the error, then a 500. */
async function pageFailingWith(error: unknown): Promise<Response> {
  const server = hostServer([], "all", async (_, response) => {
    await new Promise((resolve) => setImmediate(resolve));
    notePageFailure(error);
    response.statusCode = 500;
    response.setHeader("content-type", "text/html");
    response.end("<p>Something went wrong</p>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const response = await fetch(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/login`,
    );
    await response.text();
    return response;
  } finally {
    server.close();
  }
}

test("a page that the database failed is 503 with Retry-After", async () => {
  const nowhere = new pg.Client({ connectionString: "postgres://a@127.0.0.1:9/a" });
  const refused = await nowhere.connect().catch((error: unknown) => error);
  const response = await pageFailingWith(refused);
  expect([response.status, response.statusText]).toEqual([503, "Service Unavailable"]);
  expect(response.headers.get("retry-after")).toBe("5");
});

test("a page that fails by itself is our fault", async () => {
  const response = await pageFailingWith(new Error("a bug"));
  expect([response.status, response.headers.get("retry-after")]).toEqual([500, null]);
});
