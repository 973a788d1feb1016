// Builds the web application: pages by Next into .next, the lean host with the routes into generated/host.
// Does nothing while the sources are unchanged.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "./generate.mjs";
import { HOST, PACKED, PACKED_STATIC, START, STATIC, WORKER } from "./host/built-files.mjs";
import { packFiles } from "./host/packed-files.mjs";
import { contentHash, stampMatches, writeStamp } from "./setup/content-hash.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, ".next/SOURCES");

// Everything else at the top may be part of the build, so that a new folder is not forgotten.
const NOT_BUILT = new Set([
  ...["node_modules", ".next", ".git", ".atrium", ".ci", "generated", "coverage", "test-results"],
  ...["playwright-report", "deploy", "docs", "tests", "e2e", "bench", "examples", "scripts"],
  "next-env.d.ts",
  ...[
    ".env",
    ".env.example",
    ".gitignore",
    "biome.json",
    "vitest.config.ts",
    "playwright.config.ts",
  ],
]);

/** The scripts that are built. */
const SCRIPTS = ["db", "host", "postgres", "processes", "start", "worker.ts"].map(
  (name) => `scripts/${name}`,
);

/** Hash of everything the build reads. */
function sourcesHash() {
  const top = readdirSync(root).filter(
    (name) => !NOT_BUILT.has(name) && !/\.(md|tsbuildinfo)$/.test(name),
  );
  const built = (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith("prisma/migrations/");
  return contentHash(root, [...top.sort(), ...SCRIPTS], built);
}

/** Whether there is a build of exactly these sources. */
export function isBuilt() {
  const needed = [".next/BUILD_ID", join(PACKED_STATIC, PACKED), HOST, WORKER, START];
  const made = needed.every((file) => existsSync(join(root, file)));
  return made && stampMatches(stamp, sourcesHash());
}

/** Throws with the build's own words when it fails. Returns whether it had to run. */
export async function build() {
  generate();
  if (isBuilt()) return false;
  const hash = sourcesHash();
  // Loaded here alone: a start of what is built has no use for a compiler.
  const { bundleHost } = await import("./host/bundle.mjs");
  await bundleHost(root);
  const run = spawnSync(
    process.execPath,
    [join(root, "node_modules/next/dist/bin/next"), "build"],
    {
      cwd: root,
      encoding: "utf8",
      env: {
        // Pages are loaded, not rendered, while building: the values are checked and never used or kept.
        ATRIUM_MODE: "local",
        DATABASE_URL: "postgresql://build@127.0.0.1:1/build",
        ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
        ...process.env,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
      },
    },
  );
  if (run.status !== 0) throw new Error(`next build failed:\n${run.stdout}${run.stderr}`);
  packFiles(join(root, STATIC), join(root, PACKED_STATIC));
  writeStamp(stamp, hash);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log((await build()) ? "Built" : "The build is current");
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
