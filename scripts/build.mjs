// Builds the web application: pages by Next into .next, the lean host with the routes into generated/host. As a command it
// also makes dist, the folder that runs by itself, and the packed packages. Does nothing while the sources are unchanged.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "./generate.mjs";
import {
  COMPILED,
  DEV,
  DIST,
  HOST,
  PACKED,
  PACKED_STATIC,
  SCHEMA,
  START,
  STATIC,
  WORKER,
} from "./host/built-files.mjs";
import { documentFiles } from "./host/documents.mjs";
import { packFiles } from "./host/packed-files.mjs";
import { buildPackages, PACKED_PACKAGES } from "./packages/build-packages.mjs";
import { contentHash, stampMatches, writeStamp } from "./setup/content-hash.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, ".next/SOURCES");
const distStamp = join(root, "generated/dist.SOURCES");

/** What the build reads, and nothing else: documents, tests, measurements and settings of tools make no build stale. A test
 *  holds the list to what is imported. Which packages there are is in the lock file. */
const SOURCES = [
  ...["app", "emails", "host", "i18n", "lib", "messages", "prisma", "public"],
  ...["instrumentation.ts", "next.config.ts", "package-lock.json", "postcss.config.mjs"],
  ...["proxy.ts", "tsconfig.json", "scripts/atrium.ts", "scripts/build.mjs"],
  ...[
    "scripts/audit",
    "scripts/built",
    "scripts/cells",
    "scripts/commands",
    "scripts/completion",
    "scripts/db",
    "scripts/dev",
    "scripts/doctor",
    "scripts/follow",
  ],
  ...["docs/quickstarts", "scripts/generate.mjs", "scripts/host", "scripts/postgres"],
  ...[
    "scripts/processes",
    "scripts/quickstarts",
    "scripts/setup",
    "scripts/start",
    "scripts/worker.ts",
  ],
];

/** Whether a file below SOURCES is one: a test is none, and of prisma only the models and the releases are.
 *  @param {string} file relative to the root */
export function isSource(file) {
  const listed = SOURCES.some((source) => file === source || file.startsWith(`${source}/`));
  const told = file.endsWith(".prisma") || file === "prisma/releases.json";
  return listed && (told || !file.startsWith("prisma/")) && !/\.test\.tsx?$/.test(file);
}

/** Hash of everything the build reads. @param {string} [from] the checkout */
export function sourcesHash(from = root) {
  return contentHash(from, SOURCES, isSource);
}

/** The same of what the folder that runs by itself holds beside it. */
function distHash() {
  const beside = [...SCHEMA, ...documentFiles(root), "LICENSE", "package.json"];
  return `${sourcesHash()} ${contentHash(root, beside)}`;
}

/** Whether there is a build of exactly these sources. */
export function isBuilt() {
  const needed = [".next/BUILD_ID", join(PACKED_STATIC, PACKED), HOST, WORKER, START, DEV];
  const made = needed.every((file) => existsSync(join(root, file)));
  return made && stampMatches(stamp, sourcesHash());
}

/** Throws with the build's own words when it fails. Returns whether it had to run. */
export async function build() {
  generate();
  if (isBuilt()) return false;
  const hash = sourcesHash();
  // Loaded here alone: a start of what is built has no use for a compiler.
  const { bundleDev, bundleHost } = await import("./host/bundle.mjs");
  await bundleHost(root);
  await bundleDev(root);
  rmSync(join(root, COMPILED), { recursive: true, force: true });
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

/** Makes the folder that runs by itself, of what `build` made. Returns whether it had to. */
export async function buildDist() {
  const made = existsSync(join(root, DIST, "start.mjs"));
  if (made && stampMatches(distStamp, distHash())) return false;
  const hash = distHash();
  const { makeDist } = await import("./host/dist.mjs");
  await makeDist(root, join(root, DIST));
  writeStamp(distStamp, hash);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const built = await build();
    console.log(
      (await buildDist()) || built ? `Built: ${DIST} runs by itself` : "The build is current",
    );
    const packed = buildPackages(root) ? "Packed" : "The packages are current";
    console.log(`${packed}: ${PACKED_PACKAGES}/*.tgz`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
