import { aPartnersClient } from "./support/a-partners-client";
import {
  application,
  begin,
  demo,
  enter,
  enterCode,
  security,
  signedIn,
} from "./support/hosted-journey";
import { signInHosted } from "./support/hosted-sign-in";
import { aHostedUser } from "./support/hosted-user";
import { anInvitedUser } from "./support/invited-user";
import { expectLight } from "./support/light-page";
import { newestCode } from "./support/mailbox";
import { expect, test } from "./support/test";

test("each page that opens without a sign-in stays within its budget", async ({ page }) => {
  const tenant = demo().tenant_id;
  for (const path of [
    ...["/", "/signed-out", "/set-password", "/invitation", "/onboarding", "/nothing-here"],
    ...[`/forgot-password?tenant=${tenant}`, `/password-saved?tenant=${tenant}`],
    ...[security(), `/login?interaction=gone&client=${demo().trial_client_id}`],
    ...["/oauth/authorize?client_id=nobody", "/oauth/logout?client_id=nobody"],
  ])
    await expectLight(page, path, () => page.goto(path));
});

test("each page of a sign-in, refused or not, and of an account stays within it", async ({
  page,
}) => {
  const { email, password } = await aHostedUser();
  const client = await aPartnersClient("Partner Reports");
  await expectLight(page, "login", () => page.goto(application(client)));
  await enter(page, email, "wrong");
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  const login = page.url();
  await expectLight(page, "login in Arabic", () => page.goto(`${login}&lang=ar`));
  await page.goto(`${login}&lang=en`);
  await enter(page, email, password);
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expectLight(page, "code", () => page.reload());
  await enterCode(page, await newestCode(email));
  await expect(page.getByRole("heading", { name: "Share with Partner Reports?" })).toBeVisible();
  await expectLight(page, "consent", () => page.reload());
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(signedIn(page)).toBeVisible();
  await expectLight(page, "account security", () => page.goto(security()));
  await expectLight(page, "sign out", () => page.goto(`/oauth/logout?client_id=${client}`));
});

test("the page of a link stays within it", async ({ page }) => {
  const { link } = await anInvitedUser("send_invitation");
  await expectLight(page, "invitation", () => page.goto(link));
});

test("nothing on a page moves by itself", async ({ page }) => {
  await page.addInitScript(() => {
    const observed = { shift: 0 };
    Object.assign(window, { observed });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        observed.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const shift = () =>
    page.evaluate(() => (window as unknown as { observed: { shift: number } }).observed.shift);
  const { email, password } = await aHostedUser();
  await begin(page);
  expect(await shift()).toBe(0);
  await enter(page, email, password);
  await expect(page.getByText(/You can ask for a new code in/)).toBeVisible();
  // The seconds in the text change meanwhile.
  await page.waitForTimeout(1_000);
  expect(await shift()).toBe(0);
  await page.goto("/signed-out");
  await page.goto(application());
  await signInHosted(page, email, password);
  await expect(signedIn(page)).toBeVisible();
  await page.goto(security());
  await expect(page.getByRole("heading", { name: "Account security" })).toBeVisible();
  expect(await shift()).toBe(0);
});
