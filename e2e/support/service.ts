import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "@/scripts/host/build.mjs";
import { HOST, WORKER } from "@/scripts/host/built-files.mjs";
import { bootstrapDatabase } from "@/scripts/postgres/bootstrap";
import { startEphemeralCluster } from "@/scripts/postgres/ephemeral";
import { freePort } from "@/scripts/postgres/free-port";
import { type Supervised, startSupervised } from "@/scripts/processes/supervised";
import { waitUntilReady } from "@/scripts/start/readiness";
import type { Environment } from "./environment";

type Variables = NodeJS.ProcessEnv;

const NEXT = "node_modules/next/dist/bin/next";

/**
 * The service as it runs in production, local mode apart: a fresh database, demo data, the
 * production host in two processes, plain `next start` beside it, and the worker. Their output goes to files in `folder`.
 */
export async function startService(
  folder: string,
): Promise<{ environment: Environment; stop: () => Promise<void> }> {
  await build(["host", "routes"]);
  const cluster = await startEphemeralCluster();
  const running: Supervised[] = [];
  const stop = async () => {
    await Promise.all(running.map((process) => process.stop()));
    await cluster.stop();
  };
  try {
    const ports: [number, number] = [await freePort(), await freePort()];
    const variables = await prepare(cluster.adminUrl, folder, ports[0]);
    const log = (name: string, args: string[], extra: Record<string, string> = {}) =>
      running.push(startLogged(folder, name, args, { ...variables, ...extra }));
    log("worker", [WORKER]);
    const [lean, plain] = [`${ports[0]}`, `${ports[1]}`];
    log("web-host", [HOST], { PORT: lean, ATRIUM_HOST: "localhost", ATRIUM_PROCESSES: "2" });
    log("web-next", [NEXT, "start", "-p", plain, "-H", "localhost"]);
    const fell = Promise.race(running.map((process) => process.ended)).then(() => {});
    for (const port of ports) await waitUntilReady(port, "localhost", fell);
    return { environment: describe(variables, folder, ports), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes the database of a cluster, migrated and with demo data.
 *  @param folder where the demo is described, in demo.json
 *  @returns what every process of the service gets */
export async function prepare(adminUrl: string, folder: string, port: number): Promise<Variables> {
  const [ownerPassword, webPassword] = [
    randomBytes(12).toString("hex"),
    randomBytes(12).toString("hex"),
  ];
  const variables: Variables = {
    ...process.env,
    ...(await bootstrapDatabase(adminUrl, { database: "atrium", ownerPassword, webPassword })),
    ATRIUM_MODE: "local",
    ATRIUM_BASE_URL: `http://localhost:${port}`,
    ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
    ATRIUM_SECURITY_CONTACT: "mailto:security@atrium.example",
    ATRIUM_LOG_LEVEL: "info",
    ATRIUM_DEMO_FILE: join(folder, "demo.json"),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  for (const script of ["scripts/db/migrate-command.ts", "prisma/seed.ts"]) {
    // A failure carries the script's own words.
    execFileSync(process.execPath, ["--import", "tsx", script], { env: variables, stdio: "pipe" });
  }
  return variables;
}

function startLogged(folder: string, name: string, args: string[], env: Variables): Supervised {
  const log = openSync(join(folder, `${name}.log`), "a");
  const stdio: ["pipe", number, number] = ["pipe", log, log];
  return startSupervised([process.execPath, ...args], { endsBy: "TERM", env, stdio });
}

function describe(variables: Variables, folder: string, ports: [number, number]): Environment {
  return {
    baseUrl: `http://localhost:${ports[0]}`,
    secondUrl: `http://localhost:${ports[1]}`,
    databaseUrl: variables.DATABASE_URL ?? "",
    databaseOwnerUrl: variables.DATABASE_OWNER_URL ?? "",
    masterKey: variables.ATRIUM_MASTER_KEY ?? "",
    demo: JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")),
    demoFile: join(folder, "demo.json"),
  };
}
