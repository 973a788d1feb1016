import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { expect, type Page } from "@playwright/test";
import { lasting } from "./drawn";
import { overflow, violations } from "./looks";

/** Folder of the pictures, and the states that get one. */
interface Pictures {
  folder: string;
  of: (name: string) => boolean;
}

/** Pictures are saved only if `ATRIUM_SCREENSHOTS=1`. */
const keepsPictures = Boolean(process.env.ATRIUM_SCREENSHOTS);
/** States with a picture; the others differ from these by a sentence. */
const PICTURED = new Set([
  ...["login", "wrong-password", "locked", "code", "consent", "forgot-password"],
  ...["organization", "organization-ar", "organization-de"],
  ...["forgot-password-sent", "set-password", "invitation", "password-saved", "expired"],
  ...["account-security-device", "branded-login", "signed-out", "sign-out-de"],
  ...["account-security-passkey", "add-passkey", "add-app", "recovery-codes", "confirm-passkey"],
  ...["account-security-passkey-ar", "confirm-app"],
  ...["login-de", "login-ar", "login-ja", "account-security-ar"],
  ...["passkey-offer", "passkey-step", "recovery-codes", "recovery-code"],
  ...["enrol", "enrol-app", "enrol-app-ar", "app-code"],
  ...["device-code", "device-asks", "device-asks-ar", "device-allowed"],
]);

const hosted: Pictures = {
  folder: "test-results/pictures/hosted",
  of: (name) => PICTURED.has(name),
};

/** Every state of the dashboard that a journey names. */
export const dashboard: Pictures = { folder: "test-results/pictures/dashboard", of: () => true };

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 320, height: 640 };

/** Checks the state that `page` shows against the rules for every page: free of axe's findings, light and
 *  dark, and no sideways scrolling on a phone and at 400 % zoom (320 px). */
export async function expectSound(page: Page, name: string, pictures = hosted): Promise<void> {
  for (const [colorScheme, check] of [
    ["light", everything] as const,
    ["dark", contrast] as const,
  ]) {
    // Without transitions: a colour on its way from one scheme to the other belongs to neither.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    if (keepsPictures && pictures.of(name))
      for (const [label, size] of [["desktop", DESKTOP] as const, ["phone", PHONE] as const]) {
        await page.setViewportSize(size);
        await picture(page, `${pictures.folder}/${name}-${label}-${colorScheme}.png`);
      }
    await page.setViewportSize(PHONE);
    expect(await lasting(page, check), `${name}, ${colorScheme}`).toEqual([]);
  }
  for (const size of [PHONE, NARROW]) await expectNoWider(page, name, size);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: null });
}

/** Checks that the state that `page` shows has no sideways scrolling at this width (WCAG 1.4.10). */
export async function expectNoWider(page: Page, name: string, size = NARROW): Promise<void> {
  await page.setViewportSize(size);
  expect(await lasting(page, tooWide), `${name} at ${size.width} px`).toEqual([]);
}

const everything = (page: Page) => violations(page);
/** Only colours differ between the schemes. */
const contrast = (page: Page) => violations(page, { rules: ["color-contrast"] });
const tooWide = (page: Page) => overflow(page);

async function picture(page: Page, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  // Sticky elements belong at the top of the picture.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path, fullPage: true });
}
