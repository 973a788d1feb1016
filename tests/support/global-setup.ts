import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { bundle } from "@/tools/build/bundle.mjs";
import { startEphemeralCluster } from "@/tools/postgres/ephemeral";
import { COMMAND_LINE } from "./command-line";
import { databasesNamed, dropDatabase } from "./database";
import { PUBLISHED } from "./published-description";
import { prepareTemplate } from "./template";

declare module "vitest" {
  interface ProvidedContext {
    /** Server and template that a test file clones its database from, and the prefix of the clones' names. */
    testServer: { adminUrl: string; template: string; prefix: string; poolerPort: string };
  }
}

async function bundleCommandLine(): Promise<void> {
  const entries = { atrium: "cli/atrium.ts", "first-start": "tests/support/first-start.ts" };
  await bundle(process.cwd(), dirname(COMMAND_LINE), entries);
}

/** In a process of its own: the routes are loaded to be described, and must not be loaded here. */
async function writeDescription(): Promise<void> {
  mkdirSync(dirname(PUBLISHED), { recursive: true });
  const script = ["--import", "tsx", "tests/support/write-description.ts", PUBLISHED];
  await promisify(execFile)(process.execPath, script, {
    env: {
      ...process.env,
      ATRIUM_MODE: "local",
      ATRIUM_BASE_URL: "http://localhost:3000",
      DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
      ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
    },
  });
}

/** The command line in one piece, the published description, and one PostgreSQL a run: a fresh one, or the
 *  one ATRIUM_TEST_DATABASE_ADMIN_URL names. Transactions go to it through the pooler at
 *  ATRIUM_TEST_POOLER_PORT, if there is one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await Promise.all([bundleCommandLine(), writeDescription()]);
  project.onTestsRerun(bundleCommandLine);
  project.onTestsRerun(writeDescription);
  const existingUrl = process.env.ATRIUM_TEST_DATABASE_ADMIN_URL;
  const cluster = existingUrl ? undefined : await startEphemeralCluster();
  const adminUrl = existingUrl ?? cluster?.adminUrl ?? "";
  const prefix = `atrium_test_${randomBytes(4).toString("hex")}_`;
  const poolerPort = process.env.ATRIUM_TEST_POOLER_PORT ?? "";
  try {
    const template = await prepareTemplate(adminUrl);
    project.provide("testServer", { adminUrl, template, prefix, poolerPort });
  } catch (error) {
    await cluster?.stop();
    throw error;
  }
  return async () => {
    if (cluster) return cluster.stop();
    for (const name of await databasesNamed(adminUrl, prefix)) {
      await dropDatabase(adminUrl, name, true);
    }
  };
}
