import { afterAll, beforeAll, expect, test } from "vitest";
import { aTenant } from "@/tests/builders/a-tenant";
import { documented } from "@/tests/support/documented";
import { aDocumentedShell, type DocumentedShell } from "@/tests/support/documented-shell";
import { aSecondInstallation, type SecondInstallation } from "@/tests/support/second-installation";

// Moves a tenant, and upgrades a schema, by the commands of docs/ARCHIVES.md and docs/UPGRADING.md.

let there: SecondInstallation;
let shell: DocumentedShell;
beforeAll(async () => {
  shell = aDocumentedShell();
  there = await aSecondInstallation();
}, 60_000);
afterAll(async () => {
  shell.end();
  await there?.end();
});

test("a tenant is written to an archive here, and restored there", async () => {
  const { publicId } = await aTenant();
  const lines = documented("docs/ARCHIVES.md", "openssl rand", { "atr_…": publicId }).split("\n");
  // The last command is for the other installation.
  await shell.run(lines.slice(0, -1).join("\n"));
  const restored = await shell.run(lines.at(-1) ?? "", there.env);
  expect(restored).toContain(publicId);
  expect(await shell.run("npm run -s atrium -- tenant list", there.env)).toContain(publicId);
}, 60_000);

test("a schema is brought up to this version", async () => {
  const migrate = documented("docs/UPGRADING.md", "npm run atrium -- db migrate");
  await shell.run(migrate, there.env);
  expect(await shell.run("npm run -s atrium -- db status", there.env)).toContain("is current");
}, 60_000);
