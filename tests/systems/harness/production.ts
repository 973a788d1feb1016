import { join } from "node:path";
import type { MailServer } from "@/tests/support/mail-server";
import { anInstallation, type Installation, makeDemo } from "./installation";
import { startWorker } from "./servers";

/** Settings of an installation in production, behind a proxy of this machine. */
export const productionSettings = (baseUrl: string, { url }: MailServer) => ({
  ATRIUM_MODE: "production",
  ATRIUM_BASE_URL: baseUrl,
  ATRIUM_SMTP_URL: url,
  ATRIUM_MAIL_FROM: "Atrium <no-reply@atrium.test>",
  ATRIUM_SECURITY_CONTACT: "mailto:security@atrium.test",
  ATRIUM_TRUSTED_PROXIES: "127.0.0.1,::1",
  ATRIUM_DRAIN_SECONDS: "1",
  // Journeys request more tokens than a client that caches them.
  ATRIUM_LIMIT_TOKEN_REQUESTS: "100000",
});

/** Makes a production installation without web servers: its database has the demo, and its worker runs.
 *  @param folder for its files */
export async function makeProduction(
  folder: string,
  baseUrl: string,
  mail: MailServer,
): Promise<Installation & { demo: Record<string, string> }> {
  const installation = await anInstallation(productionSettings(baseUrl, mail));
  const demo = await makeDemo(installation.env, join(folder, "demo.json"));
  await startWorker(installation.env, { log: join(folder, "worker.log") });
  return { ...installation, demo };
}
