import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesOfPages } from "@/tools/build/built-pages.mjs";
import { isCurrent, readBuilt, recordBuilt } from "@/tools/build/built-state.mjs";
import { bundle, PROGRAMS } from "@/tools/build/bundle.mjs";
import { pageInputs } from "@/tools/build/page-inputs.mjs";

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
let pages: Awaited<ReturnType<typeof pageInputs>>;
beforeAll(async () => {
  pages = await pageInputs(process.cwd());
  bundled = await bundle(process.cwd(), folder, PROGRAMS);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("every bundled file is hashed as source, except those that the build itself generates", () => {
  const own = Object.keys(bundled.inputs).filter(
    (file) => !/^(node_modules|generated)\/|^atrium:/.test(file),
  );
  expect(own.length).toBeGreaterThan(500);
  const root = mkdtempSync(join(tmpdir(), "atrium-sources-"));
  recordBuilt("host", Object.keys(bundled.inputs), root);
  const sources = new Set(readBuilt("host", root)?.sources);
  // Only the version of package.json is read, and the lock file has it too.
  expect(own.filter((file) => !sources.has(file) && file !== "package.json")).toEqual([]);
  expect(sources).toContain("package-lock.json");
  rmSync(root, { recursive: true });
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

/** An empty checkout whose host was built from `lib/a.ts` and the messages. */
function builtCheckout() {
  const root = mkdtempSync(join(tmpdir(), "atrium-sources-"));
  const write = (file: string, text = String(Math.random())) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const build = () => recordBuilt("host", ["lib/a.ts", "messages/en.json"], root);
  for (const file of ["lib/a.ts", "messages/en.json", "app/a/route.ts"]) write(file);
  build();
  return { root, write, build };
}

test("documents, tests, measurements and settings of tools make no build stale; a source and a package do", () => {
  const { root, write, build } = builtCheckout();
  for (const file of [
    ...["docs/A.md", "README.md", "LICENSE", "tests/a.ts", "e2e/a.spec.ts", "bench/a.ts"],
    ...["deploy/Containerfile", "examples/a/main.ts", "knip.jsonc", "package.json", ".env"],
    ...["lib/a.test.ts", "app/a.test.tsx", "prisma/migrations/1/migration.sql", "dist/a.mjs"],
    ...["isolate-0x1-v8.log", "tests/systems/image/a.ts", "tools/test/a.ts"],
  ]) {
    write(file);
    expect(isCurrent("host", root), file).toBe(true);
  }
  for (const file of [
    ...["lib/a.ts", "prisma/models/a.prisma", "package-lock.json", "messages/en.json"],
    ...["tsconfig.json", "next.config.ts", "tools/build/a.mjs", "docs/quickstarts/a.md"],
  ]) {
    write(file);
    expect(isCurrent("host", root), file).toBe(false);
    build();
    expect(isCurrent("host", root), file).toBe(true);
  }
  rmSync(root, { recursive: true });
});

test("a route that is new or gone makes a build stale, and a file that nothing imports yet does not", () => {
  const { root, write } = builtCheckout();
  for (const file of ["lib/new.ts", "app/_parts/new.tsx", "host/new.ts"]) {
    write(file);
    expect(isCurrent("host", root), file).toBe(true);
  }
  for (const file of ["app/b/route.ts", "app/dashboard/page.tsx", "app/dashboard/icon.svg"]) {
    write(file);
    expect(isCurrent("host", root), file).toBe(false);
    rmSync(join(root, file));
    expect(isCurrent("host", root), file).toBe(true);
  }
  rmSync(join(root, "app/a/route.ts"));
  expect(isCurrent("host", root)).toBe(false);
  rmSync(root, { recursive: true });
});

test("a source that is gone makes a build stale", () => {
  const { root } = builtCheckout();
  rmSync(join(root, "lib/a.ts"));
  expect(isCurrent("host", root)).toBe(false);
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
  const { compiled, loaded } = pages;
  const server = "lib/kernel/config/config.ts";
  const browser = "lib/features/audit-log/log/canonical-json.ts";
  expect(loaded).toContain(server);
  expect(compiled).not.toContain(server);
  expect(compiled).toContain(browser);
  expect(compiled).toContain("app/dashboard/layout.tsx");
  const { root, write } = builtCheckout();
  recordBuilt("pages", compiled, root);
  write(server);
  expect(isCurrent("pages", root)).toBe(true);
  for (const file of [browser, "app/dashboard/layout.tsx", "app/globals.css"]) {
    write(file);
    expect(isCurrent("pages", root), file).toBe(false);
    rmSync(join(root, file));
    expect(isCurrent("pages", root), file).toBe(true);
  }
  rmSync(root, { recursive: true });
});

test("browsers get the files of lib that their components import, and none by a server action", () => {
  const { compiled: files } = pages;
  expect(files).toContain("lib/features/audit-log/log/canonical-json.ts");
  expect(
    files.filter((file) => /^lib\/(kernel\/(jobs|rate-limits)|core\/sessions)\//.test(file)),
  ).toEqual([]);
});

test("the controls of a service for tests are in no production bundle", () => {
  const { inputs, outputs } = bundled;
  const files = Object.keys(inputs);
  expect(files).toContain("lib/kernel/clock.ts");
  expect(files.filter((file) => file.startsWith("tools/dev/"))).toEqual([]);
  for (const file of Object.keys(outputs).filter((name) => name.endsWith(".mjs")))
    expect(readFileSync(file, "utf8"), file).not.toMatch(
      /atrium_dev\b|\/dev\/(clock|faults|reset|restore)/,
    );
  const sql = globSync("prisma/{migrations,functions}/**/*.sql");
  for (const file of sql) expect(readFileSync(file, "utf8"), file).not.toContain("atrium_dev");
});

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
