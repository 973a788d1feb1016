import { once } from "node:events";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { hostServer, type NodeHandler } from "@/host/server";
import { notePageFailure } from "@/lib/core/http/page-failures";

// A statement may take a fifth of a second here, and a page three times that.
vi.hoisted(() => {
  process.env.ATRIUM_DATABASE_TIMEOUT_SECONDS = "0.2";
});

/** Returns the response where Next has to render a page. */
async function answerOf(pages: NodeHandler): Promise<Response> {
  const server = hostServer([], "all", pages);
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

/** Returns the response to a page that fails with this error, as in Next: the error is reported, then a 500
 *  is sent. */
const pageFailingWith = (error: unknown) =>
  answerOf(async (_, response) => {
    await new Promise((resolve) => setImmediate(resolve));
    notePageFailure(error);
    response.statusCode = 500;
    response.setHeader("content-type", "text/html");
    response.end("<p>Something went wrong</p>");
  });

test("a page that takes too long is still answered, and late output does no harm", async () => {
  const late = Promise.withResolvers<void>();
  const response = await answerOf(async (_, outgoing) => {
    outgoing.once("finish", () => {
      outgoing.write("late");
      outgoing.end("later");
      setImmediate(late.resolve);
    });
  });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  await late.promise;
});

test("a page is 503 with Retry-After when the database failed", async () => {
  const nowhere = new pg.Client({ connectionString: "postgres://a@127.0.0.1:9/a" });
  const refused = await nowhere.connect().catch((error: unknown) => error);
  const response = await pageFailingWith(refused);
  expect([response.status, response.statusText]).toEqual([503, "Service Unavailable"]);
  expect(response.headers.get("retry-after")).toBe("5");
});

test("a page that fails by itself is a 500", async () => {
  const response = await pageFailingWith(new Error("a bug"));
  expect([response.status, response.headers.get("retry-after")]).toEqual([500, null]);
});
