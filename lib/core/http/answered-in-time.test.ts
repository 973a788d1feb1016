import { expect, test, vi } from "vitest";
import { publicRoute } from "@/lib/core/http/public-route";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";

// A statement may take a fifth of a second here, and a request three times that.
vi.hoisted(() => {
  process.env.ATRIUM_DATABASE_TIMEOUT_SECONDS = "0.2";
});

const none = { params: Promise.resolve({}) };
const request = () => new Request("http://localhost:3000/");

test("a request whose work never ends is answered on each plane, with 503 and Retry-After", async () => {
  const never = () => new Promise<Response>(() => {});
  const json = await publicRoute(never)(request(), none);
  expect([json.status, json.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await json.json()).toMatchObject({ status: 503 });
  const oauth = await oauthRoute("public", never)(request(), none);
  expect([oauth.status, oauth.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await oauth.json()).toMatchObject({ error: "temporarily_unavailable" });
});

test("an answer that comes too late is cancelled with its stream", async () => {
  const released = Promise.withResolvers<boolean>();
  const started = Promise.withResolvers<Response>();
  const answer = await publicRoute(() => started.promise)(request(), none);
  expect(answer.status).toBe(503);
  started.resolve(new Response(new ReadableStream({ cancel: () => released.resolve(true) })));
  expect(await released.promise).toBe(true);
});
