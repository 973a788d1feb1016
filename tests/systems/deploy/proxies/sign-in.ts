import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { enterCode } from "@/e2e/support/hosted-journey";
import base from "../../../../playwright.config";
import { NAME } from "../../harness/certificates";
import { stage } from "./stage";

/** A browser that finds the proxy under the service's name, and believes no certificate but the one that our authority
 *  vouches for. */
export function openBrowser(): Promise<Browser> {
  const { launchOptions } = base.use ?? {};
  const pin = process.env.ATRIUM_E2E_PIN ?? "";
  return chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      `--host-resolver-rules=MAP ${NAME} 127.0.0.1`,
      `--ignore-certificate-errors-spki-list=${pin}`,
    ],
  });
}

/** Signs in to the dashboard by password and the code of an email. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Code from the email").waitFor();
  await enterCode(page, await mailedCode(email));
}

/** The six digits of the newest message to an address.
 *  @throws Error when none came in twenty seconds */
async function mailedCode(email: string): Promise<string> {
  const { mails } = stage();
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(100)) {
    for (const file of readdirSync(mails).sort().reverse()) {
      const { to, text } = await PostalMime.parse(readFileSync(join(mails, file)));
      const code = /\b(\d{6})\b/.exec(text ?? "")?.[1];
      if (code && to?.some(({ address }) => address === email)) return code;
    }
  }
  throw new Error(`No code was mailed to ${email}`);
}
