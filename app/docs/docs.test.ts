import { expect, test } from "vitest";
import * as scriptRoute from "@/app/docs/reference.js/route";
import * as pageRoute from "@/app/docs/route";
import * as startRoute from "@/app/docs/start.js/route";
import { call } from "@/tests/support/call-route";

test("the reference page loads nothing from another host, and may not", async () => {
  const page = await call(pageRoute.GET, { path: "/docs" });
  expect(page.text).not.toMatch(/https?:\/\//);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*/);
});

test("what draws it comes from the installed package", async () => {
  const script = await call(scriptRoute.GET, { path: "/docs/reference.js" });
  expect(script.text).toContain("createApiReference");
  // A host that drops the header would leave the browser with bytes it can't read.
  expect(script.headers.get("content-encoding")).toBeNull();
});

test("fonts, telemetry and the proxy are off", async () => {
  const { text } = await call(startRoute.GET, { path: "/docs/start.js" });
  for (const off of ["withDefaultFonts: false", "telemetry: false", 'proxyUrl: ""'])
    expect(text).toContain(off);
});
