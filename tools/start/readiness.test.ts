import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VERSION } from "@/lib/kernel/process/version";
import { loginPaste, managementPaste } from "./pastes";

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

test("production prints no demo, and prints the next step until it is done", () => {
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

test("both pastes and all addresses are printed", () => {
  const known = { tenant_id: "atr_1", tenant_secret: "alcs_1", client_id: "ac_1", app_id: "a" };
  const demoOf = { ...known, client_secret: "as_1", email: "ada@acme.example", password: "p" };
  const curl = managementPaste("http://localhost:3000", demoOf);
  const login = loginPaste("http://localhost:3000", demoOf);
  const file = process.env.ATRIUM_DEMO_FILE ?? "";
  writeFileSync(file, JSON.stringify({ ...demo, curl, login }));
  const lines = welcome({ ...started, baseUrl: "http://localhost:4000" }).join("\n");
  for (const path of ["4000/api/v1/management/users", "4000/api/v1/auth/$path", "4000/dev/mailbox"])
    expect(lines).toContain(`http://localhost:${path}`);
  expect(lines).toContain(`is in ${file}`);
});

test("an unreadable demo is reported, and prevents no start", () => {
  const file = process.env.ATRIUM_DEMO_FILE ?? "";
  for (const text of ['{"base_url":"http://loc', "[]", "null", '{"addresses":7}']) {
    writeFileSync(file, text);
    const lines = welcome({ ...started, baseUrl: "http://localhost:3000" }).join("\n");
    expect(lines).toContain("is ready at http://localhost:3000");
    if (text !== "[]") expect(lines).toContain(`${file} can't be read`);
  }
});

test("an unlisted proxy is named at the start", () => {
  const production = { ...started, local: false, baseUrl: "https://id.example.com" };
  expect(welcome(production).join("\n")).not.toContain("X-Forwarded-For");
  const text = welcome({ ...production, ignored: ["10.0.0.7"] }).join("\n");
  expect(text).toMatch(/X-Forwarded-For of 10\.0\.0\.7 is ignored.*ATRIUM_TRUSTED_PROXIES/);
});
