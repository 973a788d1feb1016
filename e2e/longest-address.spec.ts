import {
  application,
  begin,
  codeOf,
  enter,
  enterCode,
  security,
  signedIn,
} from "./support/hosted-journey";
import { aHostedUser } from "./support/hosted-user";
import { longestAddress } from "./support/longest-address";
import { mailsTo, newestCode, newestMail } from "./support/mailbox";
import { manage } from "./support/manage";
import { expectNoWider } from "./support/sound-page";
import { expect, test } from "./support/test";

test("the longest address we take fits on each hosted page of a narrow phone", async ({ page }) => {
  const { email, password } = await aHostedUser(longestAddress("hosted"));
  await page.goto(application());
  await enter(page, email, "not the password");
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await expectNoWider(page, "wrong-password");
  await begin(page);
  await enter(page, email, password);
  await expect(codeOf(page)).toBeVisible();
  await expectNoWider(page, "code");
  await enterCode(page, await newestCode(email));
  await expect(signedIn(page)).toBeVisible();
  await expectNoWider(page, "application");
  await page.goto(security());
  await expect(page.getByRole("main")).toContainText(email);
  await expectNoWider(page, "account-security");
  await page.goto("/oauth/logout");
  await expectNoWider(page, "sign-out");
});

test("it fits in a link's pages, in messages that quote it, and in the local mailbox", async ({
  page,
}) => {
  const email = longestAddress("invited");
  const { id } = await manage<{ id: string }>("POST", "/users", { email, send_invitation: true });
  const invitation = await newestMail(email);
  const link = /https?:\/\/\S+/.exec(invitation.text)?.[0] ?? "";
  await page.goto(link);
  await expect(page.getByRole("main")).toContainText(email);
  await expectNoWider(page, "invitation");
  await manage("PATCH", `/users/${id}`, { email: longestAddress("moved") });
  await newestMail(email, ({ html }) => html.includes("mmmm"));
  await page.goto("/dev/mailbox");
  await expectNoWider(page, "mailbox");
  for (const message of [...(await mailsTo(email)), invitation]) {
    await page.setContent(message.html);
    await expectNoWider(page, message.subject);
  }
});
