import { aDevice } from "./support/a-device";
import { alertOf, enter, enterCode } from "./support/hosted-journey";
import { aHostedUser } from "./support/hosted-user";
import { newestCode } from "./support/mailbox";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

test("a user types a device's code, signs in and allows it, without JavaScript", async ({
  browser,
  baseURL,
  request,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  const [user, device] = [await aHostedUser(), await aDevice(request)];
  await page.goto("/device");
  await page.getByLabel("Code").fill("nothing");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("No device is waiting with this code")).toBeVisible();
  await page.getByLabel("Code").fill(device.userCode.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: /Fleet command line asks/ })).toBeVisible();
  await expect(page.getByText(device.userCode)).toBeVisible();
  await page.getByRole("button", { name: "Sign in" }).click();
  await enter(page, user.email, user.password);
  await enterCode(page, await newestCode(user.email));
  await expect(page.getByText(user.email)).toBeVisible();
  expect((await device.poll()).error).toBe("authorization_pending");
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The device is signed in" })).toBeVisible();
  expect((await device.poll()).token_type).toBe("Bearer");
  await context.close();
});

test("a user who was sent a link rejects the device without signing in", async ({
  page,
  request,
}) => {
  const device = await aDevice(request);
  await page.goto(device.address);
  await expect(page.getByText("If somebody sent you the code or the link")).toBeVisible();
  await page.getByRole("button", { name: "Don’t allow" }).click();
  await expect(page.getByRole("heading", { name: "The device was kept out" })).toBeVisible();
  expect((await device.poll()).error).toBe("access_denied");
  await page.goto(device.address);
  await expect(alertOf(page).or(page.getByText("No device is waiting"))).toBeVisible();
});

test("the pages are sound in every look and language", async ({ page, request }) => {
  const device = await aDevice(request);
  for (const [name, address] of [
    ["device-code", "/device?"],
    ["device-asks", `${device.address}&`],
    ["device-allowed", "/device?answered=allowed&"],
  ] as const)
    for (const language of ["ar", "de", "ja", "en"]) {
      await page.goto(`${address}lang=${language}`);
      await expectSound(page, language === "en" ? name : `${name}-${language}`);
    }
});
