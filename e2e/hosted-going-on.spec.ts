import { aPartnersClient } from "./support/a-partners-client";
import { environment } from "./support/environment";
import {
  application,
  begin,
  codeOf,
  demo,
  enter,
  enterCode,
  security,
  signedIn,
} from "./support/hosted-journey";
import { signInHosted } from "./support/hosted-sign-in";
import { aHostedUser } from "./support/hosted-user";
import { mailsTo, newestCode } from "./support/mailbox";
import { ownerQuery } from "./support/owner-query";
import { expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

test("without a connection nothing is sent, the page says so, and what was typed stays", async ({
  context,
  page,
}) => {
  const { email, password } = await aHostedUser();
  await begin(page);
  await context.setOffline(true);
  await enter(page, email, password);
  await expect(page.getByRole("alert")).toHaveText(/^You are offline\./);
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password);
  await context.setOffline(false);
  await expect(page.getByRole("alert")).toBeHidden();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(codeOf(page)).toBeVisible();
});

test("a browser without cookies sees an explanation, and one with cookies does not", async ({
  page,
}) => {
  const { baseUrl } = environment();
  const address = `${baseUrl}/login?interaction=gone&client=${demo().trial_client_id}`;
  // Node's own `fetch` follows the redirect and stores no cookie.
  const blocked = await fetch(address);
  expect(blocked.status).toBe(400);
  const html = await blocked.text();
  expect(html).toContain("Your browser blocks cookies");
  expect(html).toContain("Back to Trial sign-in");
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "This sign-in has expired" })).toBeVisible();
});

test("a user who is signed in under the wrong account switches accounts at the consent", async ({
  page,
}) => {
  const [ada, bob] = [await aHostedUser(), await aHostedUser()];
  await page.goto(application(await aPartnersClient("Partner Reports")));
  await signInHosted(page, ada.email, ada.password);
  await expect(page.getByText(`about you, ${ada.email},`)).toBeVisible();
  await page.getByRole("button", { name: "Use another account" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("button", { name: `Continue as ${ada.email}` })).toBeVisible();
  await expectSound(page, "another-account-wanted");
  await signInHosted(page, bob.email, bob.password);
  await expect(page.getByText(`about you, ${bob.email},`)).toBeVisible();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(signedIn(page)).toBeVisible();
  await page.goto(security());
  await expect(page.getByText(`as ${bob.email}`)).toBeVisible();
});

test("the way back leads to where the sign-in began, among the origins that the application registered", async ({
  page,
}) => {
  const client = await aPartnersClient("Two Homes");
  const homes = ["https://first.example/cb", "https://second.example/cb"];
  await ownerQuery("UPDATE oidc_clients SET redirect_uris = $1 WHERE client_id = $2", [
    homes,
    client,
  ]);
  const backTo = async (from: string) => {
    await page.goto(`/login?interaction=gone&client=${client}&from=${encodeURIComponent(from)}`);
    return page.getByRole("link", { name: "Back to Two Homes" }).getAttribute("href");
  };
  expect(await backTo("https://second.example")).toBe("https://second.example/");
  expect(await backTo("https://attacker.example")).toBe("https://first.example/");
  const query = new URLSearchParams({
    client_id: client,
    redirect_uri: homes[1] ?? "",
    response_type: "code",
    scope: "openid",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
  });
  await page.goto(`/oauth/authorize?${query}`);
  expect(new URL(page.url()).searchParams.get("from")).toBe("https://second.example");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("the last digit sends the code, and taking one away sends nothing", async ({ page }) => {
  const { email, password } = await aHostedUser();
  await begin(page);
  await enter(page, email, password);
  const code = await newestCode(email);
  await codeOf(page).pressSequentially(`${code.slice(0, 5)}x`);
  await page.keyboard.press("Backspace");
  await expect(codeOf(page)).toHaveValue(code.slice(0, 5));
  await page.keyboard.press(code.slice(5));
  await expect(signedIn(page)).toBeVisible();
  expect(await mailsTo(email)).toHaveLength(1);
});

test("after a sign-out, Back shows nothing of the account", async ({ page }) => {
  const { email, password } = await aHostedUser();
  await begin(page);
  await enter(page, email, password);
  await enterCode(page, await newestCode(email));
  await expect(signedIn(page)).toBeVisible();
  const answer = await page.goto(security());
  expect(answer?.headers()["cache-control"]).toContain("no-store");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "You are not signed in here" })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
});
