import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ENVIRONMENT_FILE, environmentOf } from "@/e2e/support/environment";
import { build } from "@/tools/build/build.mjs";
import { freePort } from "@/tools/postgres/free-port";
import { makeCertificates, NAME } from "../../harness/certificates";
import { aFolder, endAll } from "../../harness/ends";
import { aMailbox, aMailServer } from "../../harness/mail";
import { makeProduction, productionSettings } from "../../harness/production";
import { STAGE_FILE } from "./stage";

/** A database with the demo, a worker in production mode, a mail server and certificates. The tests start
 *  servers and proxies by themselves. */
export default async function setup(): Promise<() => Promise<void>> {
  await build();
  const folder = aFolder("proxies");
  const { pin, ...files } = makeCertificates(folder, NAME);
  const [port, plainPort] = [await freePort(), await freePort()];
  const mail = await aMailServer();
  const baseUrl = `https://${NAME}:${port}`;
  const { env, demo } = await makeProduction(folder, baseUrl, mail);
  const environment = { ...environmentOf(env, baseUrl, demo), mailboxUrl: await aMailbox(mail) };
  const settings = productionSettings(baseUrl, mail);
  const authority = readFileSync(files.authority, "utf8");
  const stage = { ...files, authority, folder, settings, port, plainPort };
  process.env[ENVIRONMENT_FILE] = writeJson(folder, "environment", environment);
  process.env[STAGE_FILE] = writeJson(folder, "stage", stage);
  process.env.ATRIUM_E2E_PIN = pin;
  return endAll;
}

function writeJson(folder: string, name: string, value: unknown): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(value), { mode: 0o600 });
  return file;
}
