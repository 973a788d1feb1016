import { request as playwrightRequest } from "@playwright/test";
import { aPartnersClient } from "./support/a-partners-client";
import { environment } from "./support/environment";
import { forgeForms, sendOwnForm } from "./support/forged-forms";
import {
  application,
  begin,
  codeOf,
  demo,
  enter,
  enterCode,
  passwordSaved,
  security,
  signedIn,
} from "./support/hosted-journey";
import { signInHosted } from "./support/hosted-sign-in";
import { aHostedUser } from "./support/hosted-user";
import { anInvitedUser } from "./support/invited-user";
import { mailsTo, newestCode } from "./support/mailbox";
import { expect, test } from "./support/test";

const absolute = (path: string) => new URL(path, environment().baseUrl).href;

test("no form of a sign-in works from another site, and the sign-in goes on as if nothing had been", async ({
  page,
}) => {
  const { email, password } = await aHostedUser();
  const client = await aPartnersClient("Partner Reports");
  await page.goto(application(client));
  await forgeForms(page, page.url());
  await sendOwnForm(page, page.url());
  await enter(page, email, password);
  await expect(codeOf(page)).toBeVisible();
  await forgeForms(page, page.url());
  expect(await mailsTo(email)).toHaveLength(1);
  await enterCode(page, await newestCode(email));
  await expect(page.getByRole("heading", { name: "Share with Partner Reports?" })).toBeVisible();
  await forgeForms(page, page.url());
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(signedIn(page)).toBeVisible();
});

test("no form asks for a link, or sets a password, from another site", async ({ page }) => {
  const { email } = await aHostedUser();
  await page.goto("/signed-out");
  await forgeForms(page, absolute(`/forgot-password?tenant=${demo().tenant_id}`));
  expect(await mailsTo(email)).toEqual([]);
  for (const first of ["send_invitation", "send_onboarding", "api"] as const) {
    const invited = await anInvitedUser(first);
    await page.goto(invited.link);
    await forgeForms(page, page.url());
    await page.getByLabel("New password").fill("a meadow of harebells in may");
    await page.getByRole("button", { name: "Save password" }).click();
    await passwordSaved(page);
  }
});

test("no form of account security works from another site", async ({ page }) => {
  const { email, password } = await aHostedUser();
  await begin(page);
  await signInHosted(page, email, password);
  await expect(signedIn(page)).toBeVisible();
  await forgeForms(page, absolute(security()));
  await page.goto(security());
  await expect(
    page.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem"),
  ).toHaveCount(1);
  await sendOwnForm(page, absolute(security()));
});

test("another site signs no user out: not by a guess, and not by a form that comes without the cookie", async ({
  page,
}) => {
  const { email, password } = await aHostedUser();
  await begin(page);
  await signInHosted(page, email, password);
  await expect(signedIn(page)).toBeVisible();
  const form = { client_id: demo().trial_client_id ?? "", confirmation: "guessed" };
  const confirm = absolute("/oauth/logout/confirm");
  for (const origin of ["https://attacker.example", "null", undefined]) {
    const headers: Record<string, string> = origin === undefined ? {} : { origin };
    const guessed = await page.request.post(confirm, { headers, form, maxRedirects: 0 });
    expect(guessed.status()).toBe(400);
    // As a browser sends another site's form: `SameSite=Lax` keeps the cookie away.
    const attackerContext = await playwrightRequest.newContext();
    const bare = await attackerContext.post(confirm, { headers, form, maxRedirects: 0 });
    expect(bare.headers()["set-cookie"]).toBeUndefined();
    await attackerContext.dispose();
  }
  await page.goto(security());
  await expect(page.getByRole("heading", { name: "Account security", level: 1 })).toBeVisible();
});

test("no form of the dashboard's door works from another site", async ({ page }) => {
  await page.goto("/signed-out");
  await forgeForms(page, absolute("/dashboard/sign-in"));
});
