import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { reachableByAll } from "@/tools/postgres/binaries";
import { fullDisk, unwritable } from "@/tools/setup/writable.mjs";

const root = process.getuid?.() === 0;
const OTHER_ACCOUNT = { uid: 65_534, gid: 65_534 };

/** A checkout whose packages another account installed. */
let clone: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "atrium-foreign-"));
  for (const folder of ["tools", "host"]) cpSync(folder, join(clone, folder), { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) cpSync(name, join(clone, name));
  symlinkSync(resolve("node_modules"), join(clone, "node_modules"));
  chmodSync(clone, root ? 0o755 : 0o555);
});
afterEach(() => {
  chmodSync(clone, 0o755);
  rmSync(clone, { recursive: true });
});

function start(before: string[] = [], account = {}) {
  const [program = "", ...args] = [...before, process.execPath, join(clone, "tools/start.mjs")];
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: clone,
    encoding: "utf8",
    ...account,
  });
  return { status, words: `${stdout}${stderr}` };
}

function expectHelpful({ status, words }: ReturnType<typeof start>): void {
  expect(status).toBe(1);
  expect(words).toContain(`Atrium can't write to ${join(clone, ".atrium")}`);
  expect(words).toContain("chown -R");
  expect(words).toContain("node dist/start.mjs");
  expect(words).not.toMatch(/^ +at /m);
}

test.skipIf(!reachableByAll(process.execPath))(
  "npm start in another account's folder explains what it needs",
  () => {
    const ended = start([], root ? OTHER_ACCOUNT : {});
    expectHelpful(ended);
    expect(ended.words).toMatch(/it belongs to account \d+, and this is account \d+/);
  },
);

/** Whether this account may mount. */
const mounts = root && spawnSync("unshare", ["--mount", "true"]).status === 0;

test.skipIf(!mounts)("npm start on a read-only file system explains what it needs", () => {
  const readOnly = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  const ended = start(["unshare", "--mount", "sh", "-c", readOnly, clone]);
  expectHelpful(ended);
  expect(ended.words).toContain("read-only");
});

test.each([
  ["a link to what is no folder", "/dev/null"],
  ["a link that leads nowhere", "/nowhere/at-all"],
])("npm start reports that .atrium is %s", (_, target) => {
  chmodSync(clone, 0o755);
  symlinkSync(target, join(clone, ".atrium"));
  const { status, words } = start();
  expect(status).toBe(1);
  expect(words).toContain(`can't write to ${join(clone, ".atrium")}: it is a link to ${target}`);
  expect(words).not.toMatch(/^ +at /m);
});

test("a full disk is recognised in messages of any program", () => {
  const file = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
  });
  const postgres = Object.assign(new Error("could not extend file"), { code: "53100" });
  for (const error of [file, postgres])
    expect(unwritable(error)).toMatch(/^The disk of .* is full.*Make room there/);
  expect(fullDisk("initdb: error: could not write: No space left on device", "/x")).toContain("/x");
});

test("a file that becomes unwritable later is recognised likewise, and any other failure is not", () => {
  const error = Object.assign(new Error("no"), { code: "EACCES", path: join(clone, ".kept/pid") });
  expect(unwritable(error)).toContain(`can't write to ${join(clone, ".kept/pid")}`);
  expect(unwritable(Object.assign(new Error("no"), { code: "ENOENT", path: "/x" }))).toBeNull();
  expect(unwritable("no")).toBeNull();
});
