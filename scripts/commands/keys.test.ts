import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

async function atrium(...args: string[]): Promise<string> {
  const command = ["--import", "tsx", "scripts/atrium.ts", ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { timeout: 60_000 });
  return stdout;
}

test("keys are rotated and listed from the command line, and no private part is shown", async () => {
  const rotated = await atrium("keys", "rotate", "--purpose", "machine_token");
  expect(rotated).toMatch(/^machine_token: [0-9a-f-]{36} signs from /);
  const listed = await atrium("keys", "list");
  expect(listed).toContain("published");
  expect(listed).toContain("signing");
  expect(listed).not.toMatch(/private|"d"/);
}, 60_000);

test("a purpose that there is none of is refused in words", async () => {
  await expect(atrium("keys", "rotate", "--purpose", "cookies")).rejects.toThrow(/cookies/);
}, 60_000);
