import { expect, test } from "vitest";
import { refusePageRequest } from "@/lib/core/http/refuse-page-request";
import { config } from "@/lib/kernel/config/config";

const { origin, host } = new URL(config().baseUrl);

const send = (method: string, headers: Record<string, string> = {}, body?: BodyInit) =>
  refusePageRequest(
    new Request(`${origin}/login`, { method, headers, ...(body === undefined ? {} : { body }) }),
  );

test("pages accept GET and forms, and answer any other method with 405", async () => {
  for (const method of ["GET", "HEAD"]) expect(await send(method)).toBeNull();
  const options = await send("OPTIONS");
  expect([options?.status, options?.headers.get("allow")]).toEqual([
    204,
    "GET, HEAD, OPTIONS, POST",
  ]);
  for (const method of ["PUT", "DELETE", "PATCH"]) {
    const refused = await send(method, { origin, host });
    expect([refused?.status, refused?.headers.get("allow")]).toEqual([
      405,
      "GET, HEAD, OPTIONS, POST",
    ]);
  }
});

test("a form must come from our page and go to our address, according to the proxy's headers", async () => {
  const form = () => new URLSearchParams({ a: "1" });
  expect(await send("POST", { origin, host }, form())).toBeNull();
  expect(
    await send("POST", { origin, host: "inside", "x-forwarded-host": host }, form()),
  ).toBeNull();
  for (const headers of [
    { host },
    { origin: "https://elsewhere.example", host },
    { origin: "null", host },
    { origin, host: "elsewhere.example" },
  ])
    expect((await send("POST", headers as Record<string, string>, form()))?.status).toBe(403);
});

test("an invalid or too large form is refused before a page reads it", async () => {
  const type = { "content-type": "multipart/form-data; boundary=x" };
  expect((await send("POST", { origin, host, ...type }, "--y--"))?.status).toBe(400);
  const large = "x".repeat(600 * 1024);
  expect((await send("POST", { origin, host, "content-type": "text/plain" }, large))?.status).toBe(
    413,
  );
  const picture = new FormData();
  picture.set("logo", new Blob([new Uint8Array([0xff, 0xd8, 0xff])]), "logo.jpg");
  expect(await send("POST", { origin, host }, picture)).toBeNull();
});
