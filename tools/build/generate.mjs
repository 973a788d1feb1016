// Generates the list of API routes, the assets of hosted pages, the code of the quickstarts, and the Prisma
// client into generated/prisma unless the schema is unchanged.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeQuickstarts } from "../quickstarts/write-quickstarts.mjs";
import { contentHash, makeUnlessCurrent } from "../setup/content-hash.mjs";
import { writeApiRoutes } from "./api-routes.mjs";
import { writePageAssets } from "./page-assets.mjs";
import { runProgram } from "./run-program.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Throws with Prisma's own words when the schema is wrong. Returns whether it had to run. */
export function generate() {
  writeApiRoutes(root);
  writePageAssets(root);
  writeQuickstarts(root);
  const hash = contentHash(
    root,
    ["prisma", "prisma.config.ts", "node_modules/prisma/package.json"],
    (file) => !file.startsWith("prisma/") || file.endsWith(".prisma"),
  );
  return makeUnlessCurrent(join(root, "generated/prisma/.stamp"), hash, () => {
    const prisma = join(root, "node_modules/prisma/build/index.js");
    return runProgram("prisma generate", process.execPath, [prisma, "generate"], {
      cwd: root,
      env: {
        ...process.env,
        // Generation needs no engine, yet Prisma downloads one unless a binary is named; and it would
        // otherwise look for a newer release of itself.
        PRISMA_SCHEMA_ENGINE_BINARY: existsSync("/bin/true") ? "/bin/true" : "/usr/bin/true",
        CHECKPOINT_DISABLE: "1",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
      },
    });
  });
}
