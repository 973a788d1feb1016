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
    "tools/a.mjs": 'import "./b.mjs";',
    "tools/b.mjs": 'import { join } from "node:path";\nexport { x } from "./c/d.mjs";',
    "tools/c/d.mjs": 'import esbuild from "esbuild";',
  });
  expect(entryFindings(root, "tools/a.mjs")).toMatchObject([
    { file: "tools/c/d.mjs", line: 1, problem: "tools/a.mjs imports esbuild" },
  ]);
});

test("an alias of the sources is refused like a package", () => {
  write({ "tools/a.mjs": 'import { x } from "@/generated/x";' });
  expect(entryFindings(root, "tools/a.mjs")).toHaveLength(1);
});

test("modules that the entry loads after its own check are read too, and their later imports are not", () => {
  write({
    "tools/a.mjs": 'import "./b.mjs";\nimport("./late.mjs");',
    "tools/b.mjs": "",
    "tools/late.mjs": 'import "./c.mjs";\nconst { build } = await import("esbuild");',
    "tools/c.mjs": 'import fs from "fs";',
  });
  expect(entryFindings(root, "tools/a.mjs")).toEqual([]);
  write({ "tools/late.mjs": 'import { build } from "esbuild";' });
  expect(entryFindings(root, "tools/a.mjs")).toHaveLength(1);
});

test("entries are the files that package.json, CI and README run by Node", () => {
  expect(entriesOf(process.cwd())).toEqual(
    expect.arrayContaining(["tools/atrium.mjs", "tools/start.mjs", "tools/run.mjs"]),
  );
});
