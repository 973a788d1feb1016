import { expect, test } from "vitest";
import { refusePageRequest } from "@/lib/core/http/refuse-page-request";
import { config } from "@/lib/kernel/config/config";

const { origin, host } = new URL(config().baseUrl);

const asked = (method: string, headers: Record<string, string> = {}, body?: BodyInit) =>
  refusePageRequest(
    new Request(`${origin}/login`, { method, headers, ...(body === undefined ? {} : { body }) }),
  );

test("pages take GET and forms; anything else is told so", async () => {
  for (const method of ["GET", "HEAD"]) expect(await asked(method)).toBeNull();
  const options = await asked("OPTIONS");
  expect([options?.status, options?.headers.get("allow")]).toEqual([
    204,
    "GET, HEAD, OPTIONS, POST",
  ]);
  for (const method of ["PUT", "DELETE", "PATCH"]) {
    const refused = await asked(method, { origin, host });
    expect([refused?.status, refused?.headers.get("allow")]).toEqual([
      405,
      "GET, HEAD, OPTIONS, POST",
    ]);
  }
});

test("a form comes from a page of ours and to our address, as the proxy before us says it", async () => {
  const form = () => new URLSearchParams({ a: "1" });
  expect(await asked("POST", { origin, host }, form())).toBeNull();
  expect(
    await asked("POST", { origin, host: "inside", "x-forwarded-host": host }, form()),
  ).toBeNull();
  for (const headers of [
    { host },
    { origin: "https://elsewhere.example", host },
    { origin: "null", host },
    { origin, host: "elsewhere.example" },
  ])
    expect((await asked("POST", headers as Record<string, string>, form()))?.status).toBe(403);
});

test("what is no form, or too much of one, is refused before a page sees it", async () => {
  const type = { "content-type": "multipart/form-data; boundary=x" };
  expect((await asked("POST", { origin, host, ...type }, "--y--"))?.status).toBe(400);
  const large = "x".repeat(600 * 1024);
  expect((await asked("POST", { origin, host, "content-type": "text/plain" }, large))?.status).toBe(
    413,
  );
  const picture = new FormData();
  picture.set("logo", new Blob([new Uint8Array([0xff, 0xd8, 0xff])]), "logo.jpg");
  expect(await asked("POST", { origin, host }, picture)).toBeNull();
});
