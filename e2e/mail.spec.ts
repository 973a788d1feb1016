import {
  alertOf,
  begin,
  enter,
  enterCode,
  passwordSaved,
  signedIn,
} from "./support/hosted-journey";
import { aHostedUser } from "./support/hosted-user";
import { newestCode, newestMail } from "./support/mailbox";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const PASSWORD = "a harbour of lanterns in june";

/** Returns the link by which the owner of a mailbox rejects a sign-in attempt. */
async function notMeLinkOf(email: string): Promise<string> {
  const { text } = await newestMail(email, (mail) => mail.text.includes("/not-me?token="));
  return /http\S+\/not-me\?token=\S+/.exec(text)?.[0] ?? "";
}

test("a user who gets an unexpected code ends the attacker's attempt without scripts, and sets a new password", async ({
  page,
  browser,
  baseURL,
}) => {
  const { email, password } = await aHostedUser();
  await begin(page);
  await enter(page, email, password);
  const code = await newestCode(email);
  const { text, html } = await newestMail(email);
  for (const part of [text, html]) expect(part).toContain("Chrome on ");
  const owner = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const mine = await owner.newPage();
  await mine.goto(await notMeLinkOf(email));
  expect(mine.url()).not.toContain("token");
  await expect(mine.getByRole("heading", { name: "Was this not you?" })).toBeVisible();
  // A further visit of the link, like a mail scanner's, ends nothing.
  await mine.goto(await notMeLinkOf(email));
  await mine.getByRole("button", { name: "This wasn’t me" }).click();
  await expect(mine.getByRole("heading", { name: "The attempt is over" })).toBeVisible();
  await enterCode(page, code);
  await expect(alertOf(page)).toBeVisible();
  await expect(signedIn(page)).toHaveCount(0);
  await mine.getByRole("link", { name: "Set a new password" }).click();
  await mine.getByLabel("New password").fill(PASSWORD);
  await mine.getByRole("button", { name: "Save password" }).click();
  await passwordSaved(mine);
  await mine.goto(await notMeLinkOf(email));
  await expect(mine.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await owner.close();
});

test("the pages of a disowned attempt are sound", async ({ page, browser, baseURL }) => {
  const { email, password } = await aHostedUser();
  const attackerContext = await browser.newContext({ baseURL });
  const theirs = await attackerContext.newPage();
  await begin(theirs);
  await enter(theirs, email, password);
  await page.goto(await notMeLinkOf(email));
  await expectSound(page, "not-me");
  await page.getByRole("button", { name: "This wasn’t me" }).click();
  await expectSound(page, "not-me-done");
  await page.goto("/not-me?token=alk_none");
  await expectSound(page, "not-me-expired");
  await attackerContext.close();
});
