import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VERSION } from "@/lib/process/version";

process.env.ATRIUM_DEMO_FILE = join(mkdtempSync(join(tmpdir(), "atrium-demo-")), "demo.json");
const { welcome } = await import("./readiness");

const link = "http://localhost:3000/invitation?token=alk_once";
const demo = {
  base_url: "http://localhost:3000",
  operator: { email: "operator@atrium.example", link },
};

const started = {
  ...{ local: true, first: false, operated: true, ignored: [] as string[] },
  command: "npm run atrium --",
};

test("the operator's link is printed on the first start, at the address of that start, and never again", () => {
  writeFileSync(process.env.ATRIUM_DEMO_FILE ?? "", JSON.stringify(demo));
  const baseUrl = "http://localhost:4000";
  const first = welcome({ ...started, baseUrl, first: true }).join("\n");
  expect(first).toContain("http://localhost:4000/invitation?token=alk_once");
  expect(first).toContain("operator@atrium.example");
  expect(welcome({ ...started, baseUrl }).join("\n")).not.toContain("alk_once");
});

test("in production nothing of a demo is printed, and the next step is until somebody took it", () => {
  writeFileSync(
    process.env.ATRIUM_DEMO_FILE ?? "",
    JSON.stringify({ ...demo, email: "ada@acme.example" }),
  );
  const production = { ...started, local: false, baseUrl: "https://id.example.com" };
  const fresh = welcome({ ...production, operated: false }).join("\n");
  expect(fresh).toContain(`Atrium ${VERSION} is ready at https://id.example.com`);
  expect(fresh).toContain("operator invite");
  expect(fresh).not.toMatch(/acme|atrium\.example|mailbox/);
  expect(welcome(production).join("\n")).not.toContain("operator invite");
});

test("a proxy that nobody listed is named at the start", () => {
  const production = { ...started, local: false, baseUrl: "https://id.example.com" };
  expect(welcome(production).join("\n")).not.toContain("X-Forwarded-For");
  const told = welcome({ ...production, ignored: ["10.0.0.7"] }).join("\n");
  expect(told).toMatch(/X-Forwarded-For of 10\.0\.0\.7 is ignored.*ATRIUM_TRUSTED_PROXIES/);
});
