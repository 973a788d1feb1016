import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIB_IN_BROWSERS } from "@/host/built-files.mjs";
import { filesOfPages } from "@/tools/build/built-pages.mjs";
import { hashOf, isSource, sourcesHash } from "@/tools/build/built-state.mjs";
import { bundleDist, bundleHost, libInBrowsers } from "@/tools/build/bundle.mjs";

/** esbuild's list of the files that it read and left outside. */
interface Bundled {
  inputs: Record<string, unknown>;
  outputs: Record<
    string,
    {
      entryPoint?: string;
      inputs: Record<string, unknown>;
      imports: { path: string; kind: string; external?: boolean }[];
    }
  >;
}

const folder = `generated/dist-of-test-${process.pid}`;
let bundled: Bundled;
beforeAll(async () => {
  bundled = await bundleDist(process.cwd(), folder);
}, 60_000);
afterAll(() => {
  for (const made of [folder, `${folder}-host`]) rmSync(made, { recursive: true, force: true });
});

test("every bundled file is hashed as source, except those that the build itself generates", () => {
  const own = Object.keys(bundled.inputs).filter(
    (file) => !/^(node_modules|generated)\/|^atrium:/.test(file),
  );
  expect(own.length).toBeGreaterThan(500);
  // Only the version of package.json is read, and the lock file has it too.
  expect(own.filter((file) => !isSource(file) && file !== "package.json")).toEqual([]);
});

test("commands check Node's version before they load anything else", () => {
  const entries = Object.entries(bundled.outputs).filter(([, { entryPoint }]) =>
    entryPoint?.startsWith("tools/built/"),
  );
  expect(entries.length).toBe(6);
  const loaded = (file: string): { inputs: string[]; packages: string[] } => {
    const { inputs = {}, imports = [] } = bundled.outputs[file] ?? {};
    const first = imports.filter(({ kind }) => kind === "import-statement");
    const below = first.filter(({ external }) => !external).map(({ path }) => loaded(path));
    return {
      inputs: [...Object.keys(inputs), ...below.flatMap((one) => one.inputs)],
      packages: [
        ...first.filter(({ external }) => external).map(({ path }) => path),
        ...below.flatMap((one) => one.packages),
      ],
    };
  };
  for (const [file, { entryPoint = "" }] of entries) {
    const { inputs, packages } = loaded(file);
    expect(inputs.sort(), file).toEqual([entryPoint, "tools/setup/node-version.mjs"].sort());
    expect(
      packages.filter((name) => name !== "node:path"),
      file,
    ).toEqual([]);
  }
});

test("documents, tests, measurements and settings of tools make no build stale; a source and a package do", () => {
  const root = mkdtempSync(join(tmpdir(), "atrium-sources-"));
  const write = (file: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), String(Math.random()));
    return sourcesHash(root);
  };
  const before = write("lib/a.ts");
  for (const file of [
    ...["docs/A.md", "README.md", "LICENSE", "tests/a.ts", "e2e/a.spec.ts", "bench/a.ts"],
    ...["deploy/Containerfile", "examples/a/main.ts", "knip.jsonc", "package.json", ".env"],
    ...["lib/a.test.ts", "app/a.test.tsx", "prisma/migrations/1/migration.sql", "dist/a.mjs"],
    ...["isolate-0x1-v8.log", "tests/systems/image/a.ts", "tools/test/a.ts"],
  ])
    expect(write(file), file).toBe(before);
  const changed = ["lib/b.ts", "prisma/models/a.prisma", "package-lock.json", "messages/en.json"];
  const hashes = changed.map(write);
  expect(new Set([before, ...hashes]).size).toBe(changed.length + 1);
  rmSync(root, { recursive: true });
});

test("pages that were built before a change in lib name none of its files to dist", () => {
  const root = mkdtempSync(join(tmpdir(), "atrium-pages-"));
  const traces = join(root, ".next/server/app");
  mkdirSync(traces, { recursive: true });
  const files = ["pg/index.js", "@atrium/lib/chunks/chunk-OLD.js"];
  writeFileSync(
    join(traces, "page.js.nft.json"),
    JSON.stringify({ files: files.map((file) => `../../../node_modules/${file}`) }),
  );
  expect(filesOfPages(root)).toEqual(["node_modules/pg/index.js"]);
  rmSync(root, { recursive: true });
});

test("a change in lib leaves pages current, unless a browser gets the file", () => {
  const root = mkdtempSync(join(tmpdir(), "atrium-sources-"));
  const write = (file: string, text = String(Math.random())) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    return { host: hashOf("host", root), pages: hashOf("pages", root) };
  };
  write("lib/server.ts");
  write("lib/browser.ts");
  const before = write(LIB_IN_BROWSERS, JSON.stringify(["lib/browser.ts"]));
  const server = write("lib/server.ts");
  expect(server.pages).toBe(before.pages);
  expect(server.host).not.toBe(before.host);
  const browser = write("lib/browser.ts");
  expect(browser.pages).not.toBe(before.pages);
  expect(write("app/page.tsx").pages).not.toBe(browser.pages);
  rmSync(root, { recursive: true });
});

test("browsers get the files of lib that their components import, and none by a server action", async () => {
  const files = await libInBrowsers(process.cwd());
  expect(files).toContain("lib/features/audit-log/log/canonical-json.ts");
  expect(
    files.filter((file) => /^lib\/(kernel\/(jobs|rate-limits)|core\/sessions)\//.test(file)),
  ).toEqual([]);
});

test("the controls of a service for tests are in no production bundle", async () => {
  const [dist, host] = [bundled, await bundleHost(process.cwd(), `${folder}-host`)] as Bundled[];
  for (const { inputs, outputs } of [dist, host] as Bundled[]) {
    const files = Object.keys(inputs);
    expect(files).toContain("lib/kernel/clock.ts");
    expect(files.filter((file) => file.startsWith("tools/dev/"))).toEqual([]);
    for (const file of Object.keys(outputs))
      expect(readFileSync(file, "utf8"), file).not.toMatch(
        /atrium_dev\b|\/dev\/(clock|faults|reset|restore)/,
      );
  }
  const sql = globSync("prisma/{migrations,functions}/**/*.sql");
  for (const file of sql) expect(readFileSync(file, "utf8"), file).not.toContain("atrium_dev");
}, 60_000);

test("production bundles load no package that only builds or tests", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const loaded = Object.values(bundled.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ path, external }) => external && !path.startsWith("node:"))
    .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  const names = [...new Set(loaded)];
  expect(names).toContain("pg");
  expect(names).toContain("next");
  const onlyBuilds = (name: string) => packages[`node_modules/${name}`]?.dev === true;
  expect(names.filter(onlyBuilds)).toEqual([]);
  // Components that no email uses would bring these.
  for (const name of ["tailwindcss", "prismjs", "react-email"]) expect(names).not.toContain(name);
});
