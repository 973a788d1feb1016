import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { entriesOf, entryFindings } from "./entry-rules";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "atrium-entries-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(files: Record<string, string>) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

test("a package that an entry reaches before the install is refused, at any depth", () => {
  write({
    "scripts/a.mjs": 'import "./b.mjs";',
    "scripts/b.mjs": 'import { join } from "node:path";\nexport { x } from "./c/d.mjs";',
    "scripts/c/d.mjs": 'import esbuild from "esbuild";',
  });
  expect(entryFindings(root, "scripts/a.mjs")).toMatchObject([
    { file: "scripts/c/d.mjs", line: 1, problem: "scripts/a.mjs imports esbuild" },
  ]);
});

test("an alias of the sources is refused like a package", () => {
  write({ "scripts/a.mjs": 'import { x } from "@/generated/x";' });
  expect(entryFindings(root, "scripts/a.mjs")).toHaveLength(1);
});

test("modules that the entry loads after its own check are read too, and their later imports are not", () => {
  write({
    "scripts/a.mjs": 'import "./b.mjs";\nimport("./late.mjs");',
    "scripts/b.mjs": "",
    "scripts/late.mjs": 'import "./c.mjs";\nconst { build } = await import("esbuild");',
    "scripts/c.mjs": 'import fs from "fs";',
  });
  expect(entryFindings(root, "scripts/a.mjs")).toEqual([]);
  write({ "scripts/late.mjs": 'import { build } from "esbuild";' });
  expect(entryFindings(root, "scripts/a.mjs")).toHaveLength(1);
});

test("entries are the files that package.json, CI and README run by Node", () => {
  expect(entriesOf(process.cwd())).toEqual(
    expect.arrayContaining(["scripts/atrium.mjs", "scripts/start.mjs", "scripts/run.mjs"]),
  );
});
