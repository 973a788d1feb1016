import type { Page } from "@playwright/test";
import { aPartnersClient } from "./support/a-partners-client";
import { environment } from "./support/environment";
import { everyPage, signInForEveryPage } from "./support/every-page";
import { ways, wrongInAnyWay } from "./support/every-way";
import {
  application,
  codeOf,
  enter,
  enterCode,
  passwordSaved,
  security,
  signedIn,
} from "./support/hosted-journey";
import { aHostedUser } from "./support/hosted-user";
import { longestAddress } from "./support/longest-address";
import { newestCode, newestMail } from "./support/mailbox";
import { manage } from "./support/manage";
import { oneOfEachInstallation } from "./support/one-of-each-installation";
import { expect, test } from "./support/test";
import { thisWeeksTurn } from "./support/this-weeks-turn";

const demo = () => environment().demo as Record<string, string>;

// Each page is checked by itself, so that a slow one hides nothing.
test.describe.configure({ timeout: 600_000 });

// A trace takes a picture of each step, which takes longer than the steps.

let looks = 0;

async function look(page: Page, name: string): Promise<void> {
  const chosen = thisWeeksTurn(ways, looks++);
  expect.soft(await wrongInAnyWay(page, name, chosen), name).toEqual([]);
}

test("every page of the dashboard is sound, shows what has the focus and fits, in the way of its turn", async ({
  page,
}) => {
  await page.goto("/dashboard/sign-in");
  await look(page, "/dashboard/sign-in");
  await oneOfEachInstallation();
  await signInForEveryPage(page, "everywhere");
  const waiting = await everyPage(page, "everywhere");
  // Two tabs, for two cores.
  const lookAround = async (tab: Page) => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      await tab.goto(path);
      await look(tab, path);
    }
  };
  await Promise.all([lookAround(page), lookAround(await page.context().newPage())]);
});

test("every hosted page is sound, shows what has the focus and fits, in the way of its turn", async ({
  page,
  browser,
}) => {
  const { email, password } = await aHostedUser(longestAddress("looking"));
  const client = await aPartnersClient("Partner Reports");
  await page.goto(application(client));
  await look(page, "login");
  await enter(page, email, "not the password");
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await look(page, "wrong-password");
  await enter(page, email, password);
  await codeOf(page).waitFor();
  await look(page, "code");
  await enterCode(page, await newestCode(email));
  await page.getByRole("heading", { name: "Share with Partner Reports?" }).waitFor();
  await look(page, "consent");
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await signedIn(page).waitFor();
  await page.goto(security());
  await look(page, "account-security");
  await page.goto("/oauth/logout");
  await look(page, "sign-out");

  const invited = longestAddress("welcomed");
  await manage("POST", "/users", { email: invited, send_invitation: true });
  const guest = await (await browser.newContext({ baseURL: environment().baseUrl })).newPage();
  for (const path of [
    "/signed-out",
    `/forgot-password?tenant=${demo().tenant_id}`,
    `/forgot-password/sent?tenant=${demo().tenant_id}`,
    "/invitation",
    "/no-such-page",
    "/dev/mailbox",
  ]) {
    await guest.goto(path);
    await look(guest, path);
  }
  const { text } = await newestMail(invited);
  await guest.goto(/https?:\/\/\S+/.exec(text)?.[0] ?? "");
  await look(guest, "invitation");
  await guest.getByLabel("New password").fill("a meadow of harebells in may");
  await guest.getByRole("button", { name: "Save password" }).click();
  await passwordSaved(guest);
  await look(guest, "password-saved");
});
