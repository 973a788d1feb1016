import { randomBytes } from "node:crypto";
import { openSync } from "node:fs";
import { join } from "node:path";
import { run } from "@/scripts/foreign/run";
import { HOST, WORKER } from "@/scripts/host/built-files.mjs";
import { bootstrapDatabase } from "@/scripts/postgres/bootstrap";
import { startEphemeralCluster } from "@/scripts/postgres/ephemeral";
import { type Supervised, startSupervised } from "@/scripts/processes/supervised";
import { waitUntilReady } from "@/scripts/start/readiness";
import { startMailServer } from "@/tests/support/mail-server";
import { ISSUER, PORTS } from "./addresses";

/** The service as it runs in production: the built host in two processes, a worker, a PostgreSQL of its own. */
export interface Provider {
  /** What the command line needs to reach the same installation. */
  variables: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts it, migrated and empty. It must have been built.
 *  @param logs the folder for its words */
export async function startProvider(logs: string): Promise<Provider> {
  const ending: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of ending.reverse()) await end();
  };
  try {
    const mail = await startMailServer();
    ending.push(mail.stop);
    const cluster = await startEphemeralCluster();
    ending.push(cluster.stop);
    const secret = () => randomBytes(32).toString("base64url");
    const accounts = { database: "atrium", ownerPassword: secret(), webPassword: secret() };
    const variables = {
      ...(await bootstrapDatabase(cluster.adminUrl, accounts)),
      ATRIUM_MODE: "production",
      ATRIUM_BASE_URL: ISSUER,
      ATRIUM_MASTER_KEY: secret(),
      ATRIUM_SMTP_URL: mail.url,
      ATRIUM_MAIL_FROM: "Atrium <no-reply@op.example>",
      ATRIUM_SECURITY_CONTACT: "mailto:security@op.example",
      ATRIUM_TRUSTED_PROXIES: "127.0.0.1,::1",
      ATRIUM_LOG_LEVEL: "info",
      NODE_ENV: "production",
    };
    const migrate = ["--import", "tsx", "scripts/db/migrate-command.ts"];
    await run(process.execPath, migrate, { env: variables, timeout: 120_000 });
    const start = (name: string, file: string, extra: Record<string, string> = {}) => {
      const process = startLogged(logs, name, file, { ...variables, ...extra });
      ending.push(() => process.stop());
      return process;
    };
    const worker = start("worker", WORKER);
    const web = start("web", HOST, { PORT: `${PORTS.atrium}`, ATRIUM_PROCESSES: "2" });
    await waitUntilReady(
      PORTS.atrium,
      "127.0.0.1",
      Promise.race([worker.ended, web.ended]).then(() => {}),
    );
    return { variables, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startLogged(
  logs: string,
  name: string,
  file: string,
  variables: Record<string, string>,
): Supervised {
  const log = openSync(join(logs, `${name}.log`), "a");
  const env = { ...process.env, ...variables } as NodeJS.ProcessEnv;
  return startSupervised([process.execPath, file], {
    endsBy: "TERM",
    env,
    stdio: ["pipe", log, log],
  });
}
