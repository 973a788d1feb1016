import type { Page } from "@playwright/test";
import { aChoosingClient } from "./support/a-choosing-client";
import { application, enter, enterCode, signedIn } from "./support/hosted-journey";
import { newestCode } from "./support/mailbox";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const question = (page: Page) => page.getByRole("heading", { name: "Choose an organization" });

/** Begins a sign-in as the application does, with scopes of its own. */
async function beginWith(page: Page, clientId: string, scope: string, more = ""): Promise<void> {
  const response = await page.request.get(application(clientId), { maxRedirects: 0 });
  const authorize = new URL(response.headers().location ?? "", "http://localhost");
  authorize.searchParams.set("scope", scope);
  await page.goto(authorize.pathname + authorize.search + more);
}

test("a user who reaches an application through two organizations chooses one, without JavaScript", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  const { clientId, user, organizations } = await aChoosingClient();
  await beginWith(page, clientId, "openid organizations permissions");
  await enter(page, user.email, user.password);
  await enterCode(page, await newestCode(user.email));
  await expect(question(page)).toBeVisible();
  await expect(page.getByText(user.email)).toBeVisible();
  await page.getByRole("button", { name: organizations[1] }).click();
  await expect(signedIn(page)).toBeVisible();
  await expect(page.getByText('["trips:read"]')).toBeVisible();
  const slug = organizations[1].toLowerCase().replace(" ", "-");
  await expect(page.getByText(`"${slug}"`)).toBeVisible();
  await context.close();
});

test("the page is sound in every look, and leads to consent that says in words what is shared", async ({
  page,
}) => {
  const { clientId, user, organizations } = await aChoosingClient(false);
  await beginWith(page, clientId, "openid organizations permissions");
  await enter(page, user.email, user.password);
  await enterCode(page, await newestCode(user.email));
  await expect(question(page)).toBeVisible();
  await expectSound(page, "organization");
  const english = page.url();
  for (const language of ["de", "ar"]) {
    await page.goto(`${english}&lang=${language}`);
    await expectSound(page, `organization-${language}`);
  }
  await page.goto(`${english}&lang=en`);
  await page.emulateMedia({ forcedColors: "active" });
  await page.getByRole("button", { name: organizations[0] }).press("Enter");
  await expect(page.getByText("The organization that you sign in for")).toBeVisible();
  await expect(page.getByText("What you may do there")).toBeVisible();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(signedIn(page)).toBeVisible();
});

test("an application without these scopes asks nothing, and a parameter of a library is refused", async ({
  page,
}) => {
  const { clientId, user } = await aChoosingClient();
  await beginWith(page, clientId, "openid");
  await enter(page, user.email, user.password);
  await enterCode(page, await newestCode(user.email));
  await expect(page.getByRole("heading", { name: "The sign-in did not succeed" })).toBeVisible();
  await beginWith(page, clientId, "openid", "&x-client-SKU=ID_NET8_0");
  await expect(page.getByRole("heading", { name: "The sign-in did not succeed" })).toBeVisible();
});
