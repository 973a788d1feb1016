import { type Browser, chromium } from "@playwright/test";
import base from "../../../../playwright.config";
import { NAME } from "../../harness/certificates";

/** A browser that finds the proxy under the service's name, and trusts only certificates of our own
 *  authority. */
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
