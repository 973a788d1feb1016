import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENVIRONMENT_FILE } from "@/e2e/support/environment";
import { build } from "@/scripts/host/build.mjs";
import { startEphemeralCluster } from "@/scripts/postgres/ephemeral";
import { freePort } from "@/scripts/postgres/free-port";
import { startMailServer } from "@/tests/support/mail-server";
import { makeCertificates, NAME } from "../../harness/certificates";
import { makeService } from "./service";
import { STAGE_FILE } from "./stage";

/** A database with the demo, a worker in production mode, a mail server and certificates. The tests start servers and
 *  proxies by themselves. */
export default async function setup(): Promise<() => Promise<void>> {
  await build();
  // A proxy may give its processes another account, which has to be able to enter.
  const folder = mkdtempSync(join(tmpdir(), "atrium-proxies-"));
  chmodSync(folder, 0o711);
  const mails = join(folder, "mails");
  mkdirSync(mails);
  const { pin, ...files } = makeCertificates(folder, NAME);
  const [port, plainPort] = [await freePort(), await freePort()];
  const cluster = await startEphemeralCluster();
  const mailServer = await startMailServer();
  // Tests run in processes of their own.
  const keeping = setInterval(() => keepMails(mails, mailServer.received), 100);
  const baseUrl = `https://${NAME}:${port}`;
  const service = await makeService(cluster.adminUrl, { folder, baseUrl, smtpUrl: mailServer.url });
  const stage = { ...files, folder, mails, port, plainPort };
  stage.authority = readFileSync(files.authority, "utf8");
  process.env[ENVIRONMENT_FILE] = writeJson(folder, "environment", service.environment);
  process.env[STAGE_FILE] = writeJson(folder, "stage", stage);
  process.env.ATRIUM_E2E_PIN = pin;
  return async () => {
    clearInterval(keeping);
    await service.worker.stop();
    await mailServer.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

function keepMails(folder: string, received: { raw: string }[]): void {
  for (const [at, { raw }] of received.splice(0).entries())
    writeFileSync(join(folder, `${Date.now()}-${at}.eml`), raw);
}

function writeJson(folder: string, name: string, value: unknown): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
  return file;
}
