import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { masterKeyId } from "@/lib/kernel/config/master-keys";
import { COMMAND_LINE } from "@/tests/support/command-line";

async function atrium(...args: string[]): Promise<string> {
  const command = [COMMAND_LINE, ...args];
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

test("an unknown purpose is refused with an explanation", async () => {
  await expect(atrium("keys", "rotate", "--purpose", "cookies")).rejects.toThrow(/cookies/);
}, 60_000);

test("master keys are shown by their ids, with the data sealed under them, and a new one is made on request", async () => {
  const made = JSON.parse(await atrium("keys", "master", "new", "--json"));
  expect(masterKeyId(Buffer.from(made.key, "base64url"))).toBe(made.id);
  const listed = JSON.parse(await atrium("keys", "master", "list", "--json"));
  const id = masterKeyId(Buffer.from(process.env.ATRIUM_MASTER_KEY ?? "", "base64url"));
  expect(listed).toMatchObject({
    master_keys: [{ id, in_force: true, needed: true }],
    lacking: [],
    data_keys: [{ id: 1, wrapped_by: id, seals: true }],
    unknown_data_keys: [],
  });
  const shown = await atrium("keys", "master", "list");
  expect(shown).toMatch(/\d+ signing keys/);
  expect(shown).not.toContain(process.env.ATRIUM_MASTER_KEY);
}, 60_000);
