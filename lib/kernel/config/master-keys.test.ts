import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ConfigurationError, loadConfig } from "@/lib/kernel/config/config";
import { masterKeyId, masterKeysOfCommand, parseMasterKeys } from "@/lib/kernel/config/master-keys";

const folder = mkdtempSync(join(tmpdir(), "atrium-master-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));

const newKey = () => randomBytes(32).toString("base64url");
const [one, two] = [newKey(), newKey()];
const idOf = (text: string) => masterKeyId(Buffer.from(text, "base64url"));
const local = { ATRIUM_MODE: "local", DATABASE_URL: "postgres://a@localhost/a" };

function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig({ ...local, ...env });
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const idsIn = (env: Record<string, string>) =>
  loadConfig({ ...local, ...env }).masterKeys.map(({ id }) => id);

test("several keys are one setting, and the first is in force", () => {
  expect(idsIn({ ATRIUM_MASTER_KEY: one })).toEqual([idOf(one)]);
  expect(idsIn({ ATRIUM_MASTER_KEY: `${one}, ${two}` })).toEqual([idOf(one), idOf(two)]);
});

test("a key has the same id from each source, and the id is no part of it", () => {
  const file = written("two-keys", `${one}\n${two}\n`);
  expect(idsIn({ ATRIUM_MASTER_KEY_FILE: file })).toEqual([idOf(one), idOf(two)]);
  expect(idsIn({ ATRIUM_MASTER_KEY_COMMAND: `cat ${file}` })).toEqual([idOf(one), idOf(two)]);
  expect(idOf(one)).toMatch(/^[0-9a-f]{8}$/);
  expect(Buffer.from(one, "base64url").toString("hex")).not.toContain(idOf(one));
});

test("keys come from one place", () => {
  const file = written("one-key", one);
  const [problem, ...more] = problemsOf({ ATRIUM_MASTER_KEY: one, ATRIUM_MASTER_KEY_FILE: file });
  expect(problem).toBe(
    "ATRIUM_MASTER_KEY_FILE is set beside ATRIUM_MASTER_KEY: keys come from one place",
  );
  expect(more).toEqual([]);
  expect(problemsOf({}).join()).toContain("ATRIUM_MASTER_KEY is missing");
});

test("a mistake in one of several keys names its position, and no key is repeated", () => {
  const bad = `${one},${two.slice(0, 20)}`;
  const [problem = ""] = problemsOf({ ATRIUM_MASTER_KEY: bad });
  expect(problem).toBe(
    "ATRIUM_MASTER_KEY (key 2 of 2) must be exactly 32 bytes in base64 or base64url",
  );
  expect(parseMasterKeys(`${one} ${one}`)).toBe(`(key 2 of 2) is there twice (id ${idOf(one)})`);
});

test("a missing or empty file is named", () => {
  const gone = join(folder, "gone");
  expect(problemsOf({ ATRIUM_MASTER_KEY_FILE: gone })).toEqual([
    `ATRIUM_MASTER_KEY_FILE names ${gone}, which can't be read (ENOENT)`,
  ]);
  const [empty] = problemsOf({ ATRIUM_MASTER_KEY_FILE: written("empty", "\n") });
  expect(empty).toContain("ATRIUM_MASTER_KEY_FILE holds no key");
});

test("a failed command is reported with its own words, without what may be a key", () => {
  const command = `echo "access denied for ${two}" >&2; echo ${one}; exit 3`;
  const [problem = "", ...more] = problemsOf({ ATRIUM_MASTER_KEY_COMMAND: command });
  expect(problem).toBe("ATRIUM_MASTER_KEY_COMMAND ended with code 3: access denied for ***");
  expect(more).toEqual([]);
});

test("a command with invalid output is reported without that output", () => {
  const [problem = ""] = problemsOf({ ATRIUM_MASTER_KEY_COMMAND: "echo hello there" });
  expect(problem).toMatch(
    /^ATRIUM_MASTER_KEY_COMMAND printed what \(key 1 of 2\) must be exactly 32/,
  );
  expect(problem).not.toContain("hello");
});

test("a command that hangs is ended", () => {
  const startedAt = performance.now();
  expect(masterKeysOfCommand("sleep 60; echo late", 300)).toBe("did not end within 0.3 s");
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test("a command runs once in a process", () => {
  const file = join(folder, "runs");
  const command = `echo ran >> ${file}; echo ${one}`;
  expect(masterKeysOfCommand(command)).toEqual(masterKeysOfCommand(command));
  expect(masterKeysOfCommand(`wc -l < ${file}`)).toContain("must be exactly 32 bytes");
});
