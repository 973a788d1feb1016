import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

process.env.ATRIUM_DEMO_FILE = join(mkdtempSync(join(tmpdir(), "atrium-demo-")), "demo.json");
const { welcome } = await import("./readiness");

const link = "http://localhost:3000/invitation?token=alk_once";
const demo = {
  base_url: "http://localhost:3000",
  operator: { email: "operator@atrium.example", link },
};

test("the operator's link is printed on the first start, at the address of that start, and never again", () => {
  writeFileSync(process.env.ATRIUM_DEMO_FILE ?? "", JSON.stringify(demo));
  const first = welcome("http://localhost:4000", { first: true }).join("\n");
  expect(first).toContain("http://localhost:4000/invitation?token=alk_once");
  expect(first).toContain("operator@atrium.example");
  expect(welcome("http://localhost:4000", { first: false }).join("\n")).not.toContain("alk_once");
});
