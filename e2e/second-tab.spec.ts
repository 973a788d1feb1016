import { createHash, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { environment } from "./support/environment";
import { begin, demo, enter, enterCode, signedIn } from "./support/hosted-journey";
import { aHostedUser, type HostedUser } from "./support/hosted-user";
import { newestCode } from "./support/mailbox";
import { type RelyingParty, startRelyingParty } from "./support/relying-party";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

let reports: RelyingParty;
test.beforeAll(async () => {
  reports = await startRelyingParty();
});
test.afterAll(() => reports?.stop());

/** Returns the address of an authorization of the trial's client, with a login hint. */
function askingFor(hint: string): string {
  const { baseUrl } = environment();
  const challenge = createHash("sha256").update(randomBytes(32)).digest("base64url");
  const query = new URLSearchParams({
    client_id: demo().trial_client_id ?? "",
    redirect_uri: `${baseUrl}/dev/sign-in/callback`,
    response_type: "code",
    scope: "openid",
    code_challenge: challenge,
    code_challenge_method: "S256",
    login_hint: hint,
  });
  return `/oauth/authorize?${query}`;
}

async function signIn(page: Page, { email, password }: HostedUser): Promise<void> {
  await enter(page, email, password);
  await enterCode(page, await newestCode(email));
}

const question = (page: Page) => page.getByText("asks for another account");

test("a second tab's sign-in at another application goes on once the first has signed in", async ({
  context,
}) => {
  const user = await aHostedUser();
  const [first, looked, loaded] = [
    await context.newPage(),
    await context.newPage(),
    await context.newPage(),
  ];
  await begin(first);
  for (const tab of [looked, loaded]) {
    await tab.goto(`${reports.origin}/`);
    await tab.getByRole("link", { name: "Sign in" }).click();
    await expect(tab.getByRole("heading", { name: "Sign in" })).toBeVisible();
  }
  const waiting = loaded.url();
  await signIn(first, user);
  await expect(signedIn(first)).toBeVisible();
  // Its own sign-in at this application started last, so the answer has to match that one.
  await loaded.goto(waiting);
  await expect(loaded.getByRole("heading", { name: "Signed in as Grace Hopper" })).toBeVisible();
  // The event that a browser sends to a tab that becomes visible.
  await looked.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await looked.waitForURL((url) => url.origin === reports.origin);
});

test("without scripts the second tab goes on when it is loaded again", async ({
  browser,
  baseURL,
}) => {
  const user = await aHostedUser();
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const [first, second] = [await context.newPage(), await context.newPage()];
  await begin(first);
  await second.goto(`${reports.origin}/`);
  await second.getByRole("link", { name: "Sign in" }).click();
  await expect(second.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signIn(first, user);
  await expect(signedIn(first)).toBeVisible();
  await second.reload();
  await expect(second.getByRole("heading", { name: "Signed in as Grace Hopper" })).toBeVisible();
  await context.close();
});

test("a user who is signed in under another account than the hint chooses one", async ({
  page,
}) => {
  const [ada, bob] = [await aHostedUser(), await aHostedUser()];
  await begin(page);
  await signIn(page, ada);
  await expect(signedIn(page)).toBeVisible();

  await page.goto(askingFor(bob.email));
  await expect(question(page)).toContainText(ada.email);
  await expect(page.getByLabel("Email address")).toHaveValue(bob.email);
  await expectSound(page, "another-account-asked");
  await page.getByRole("button", { name: `Continue as ${ada.email}` }).click();
  await page.waitForURL(/\/dev\/sign-in\/callback\?code=/);

  await page.goto(askingFor(ada.email));
  await page.waitForURL(/\/dev\/sign-in\/callback\?code=/);

  await page.goto(askingFor(bob.email));
  await signIn(page, bob);
  await page.waitForURL(/\/dev\/sign-in\/callback\?code=/);
  await page.goto(`/account-security?tenant=${demo().tenant_id}`);
  await expect(page.getByText(`as ${bob.email}`)).toBeVisible();
});
