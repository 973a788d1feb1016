import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { explain } from "@/cli/commands/explain";
import { setHomeFolder } from "@/lib/kernel/process/home-folder";
import { ownCommand } from "@/lib/kernel/process/own-command";

test("a checkout uses an npm script, and a built folder its own file", () => {
  const behind = Object.assign(new Error("relation does not exist"), { code: "42P01" });
  expect(explain(behind).message).toContain("run `npm run atrium -- db migrate`");
  const folder = mkdtempSync(join(tmpdir(), "atrium-command-"));
  writeFileSync(join(folder, "atrium.mjs"), "");
  setHomeFolder(folder);
  try {
    expect(ownCommand("worker")).toBe(`node ${join(folder, "atrium.mjs")} worker`);
    expect(explain(behind).message).toContain(`${join(folder, "atrium.mjs")} db migrate`);
  } finally {
    setHomeFolder(process.cwd());
    rmSync(folder, { recursive: true });
  }
});
