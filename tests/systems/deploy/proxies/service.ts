import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@/e2e/support/environment";
import { WORKER } from "@/scripts/host/built-files.mjs";
import { bootstrapDatabase } from "@/scripts/postgres/bootstrap";
import { type Supervised, startSupervised } from "@/scripts/processes/supervised";

/** What every server of the service gets beside the environment's own: production, behind a proxy of this machine. */
export function inProduction(smtpUrl: string): Record<string, string> {
  return {
    ATRIUM_MODE: "production",
    ATRIUM_SMTP_URL: smtpUrl,
    ATRIUM_MAIL_FROM: "Atrium <no-reply@atrium.test>",
    ATRIUM_TRUSTED_PROXIES: "127.0.0.1",
    ATRIUM_DRAIN_SECONDS: "1",
    ATRIUM_SERVE: "all",
    ATRIUM_LOG_LEVEL: "error",
    // Journeys ask for more tokens than a client that caches them.
    ATRIUM_LIMIT_TOKEN_REQUESTS: "100000",
    ATRIUM_SECURITY_CONTACT: "mailto:security@atrium.test",
  };
}

/** The service without its web servers: a migrated database with the demo, and a worker. */
export async function makeService(
  adminUrl: string,
  { folder, baseUrl, smtpUrl }: { folder: string; baseUrl: string; smtpUrl: string },
): Promise<{ environment: Environment & { smtpUrl: string }; worker: Supervised }> {
  const secret = () => randomBytes(32).toString("base64url");
  const accounts = { database: "atrium", ownerPassword: secret(), webPassword: secret() };
  const masterKey = secret();
  const addresses = await bootstrapDatabase(adminUrl, accounts);
  const demoFile = join(folder, "demo.json");
  const variables = {
    ...process.env,
    ...addresses,
    ...inProduction(smtpUrl),
    ATRIUM_BASE_URL: baseUrl,
    ATRIUM_MASTER_KEY: masterKey,
    NODE_ENV: "production" as const,
  };
  for (const script of ["scripts/db/migrate-command.ts", "prisma/seed.ts"]) {
    // A demo is for local installations.
    const env = { ...variables, ATRIUM_MODE: "local", ATRIUM_DEMO_FILE: demoFile };
    execFileSync(process.execPath, ["--import", "tsx", script], { env, stdio: "pipe" });
  }
  const log = openSync(join(folder, "worker.log"), "a");
  const stdio: ["pipe", number, number] = ["pipe", log, log];
  const options = { endsBy: "TERM" as const, env: variables, stdio };
  const worker = startSupervised([process.execPath, WORKER], options);
  const environment = {
    baseUrl,
    secondUrl: baseUrl,
    databaseUrl: addresses.DATABASE_URL,
    databaseOwnerUrl: addresses.DATABASE_OWNER_URL,
    masterKey,
    demo: JSON.parse(readFileSync(demoFile, "utf8")),
    smtpUrl,
  };
  return { environment, worker };
}
