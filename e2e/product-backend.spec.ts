import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Page } from "@playwright/test";
import { freePort } from "@/tools/postgres/free-port";
import { environment } from "./support/environment";
import { violations } from "./support/looks";
import { expect, test } from "./support/test";

const PASSWORD = "kelp, mirage and 4 chairs";
let product: ChildProcess;
let productUrl: string;

const demo = () => environment().demo as Record<string, string>;

test.beforeAll(async () => {
  const port = await freePort();
  productUrl = `http://localhost:${port}`;
  const { tenant_id, tenant_secret, client_id, client_secret, app_id } = demo();
  const settings = {
    PORT: String(port),
    ATRIUM_BASE_URL: environment().baseUrl,
    ATRIUM_TENANT_ID: tenant_id,
    ATRIUM_TENANT_SECRET: tenant_secret,
    ATRIUM_CLIENT_ID: client_id,
    ATRIUM_CLIENT_SECRET: client_secret,
    ATRIUM_APP_ID: app_id,
  };
  product = spawn(process.execPath, ["--import", "tsx", "examples/product-backend/main.ts"], {
    env: { ...process.env, ...settings },
    stdio: "inherit",
  });
  await expect
    .poll(
      () =>
        fetch(productUrl).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
});

test.afterAll(async () => {
  product.kill();
  await once(product, "exit");
});

async function machineToken(): Promise<string> {
  const { client_id = "", client_secret = "" } = demo();
  const response = await fetch(`${environment().baseUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret }),
  });
  return (await response.json()).access_token;
}

/** A user of the demo tenant who may enter the product. */
async function newUser(name: string): Promise<string> {
  const email = `${name}-${Date.now()}@acme.example`;
  const { organization_id, role_id } = demo();
  const response = await fetch(`${environment().baseUrl}/api/v1/management/users`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await machineToken()}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ email, password: PASSWORD, organization_id, role_id }),
  });
  expect(response.status).toBe(201);
  return email;
}

/** The code in the newest message to an address, once the worker has sent more than `seen` of them. */
async function codeSentTo(email: string, seen = 0): Promise<string> {
  let code = "";
  const look = async () => {
    const response = await fetch(`${environment().baseUrl}/dev/mailbox/messages.json`);
    const { messages }: { messages: { to: string; template: string; text: string }[] } =
      await response.json();
    const own = messages.filter((mail) => mail.to === email && mail.template.endsWith("_code"));
    code = /\b\d{6}\b/.exec(own[0]?.text ?? "")?.[0] ?? "";
    return own.length;
  };
  await expect.poll(look, { timeout: 20_000 }).toBeGreaterThan(seen);
  return code;
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto(`${productUrl}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signIn(page: Page, email: string, { seen = 0, trust = false } = {}): Promise<void> {
  await givePassword(page, email);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await page.getByLabel("Code").fill(await codeSentTo(email, seen));
  if (trust) await page.getByLabel(/Trust this device/).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

test("a user signs in with password and code, and a trusted device asks for no code again", async ({
  page,
}) => {
  const email = await newUser("trusting");
  await signIn(page, email, { trust: true });
  await expect(page.getByText("Acme Customer One")).toBeVisible();
  await expect(page.getByText("portal:read")).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await givePassword(page, email);
  await expect(page.getByText(email, { exact: true })).toBeVisible();
});

test("a wrong password and an unknown address look the same", async ({ page }) => {
  const refusal = async (email: string) => {
    await page.goto(`${productUrl}/sign-in`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    return page.getByRole("alert").innerText();
  };
  const known = await refusal(await newUser("careless"));
  expect(known).toBe("That did not match. Please check and try again.");
  expect(await refusal("nobody@acme.example")).toBe(known);
});

test("a dangerous action asks for a proof, refuses a wrong one and takes a code", async ({
  page,
}) => {
  const email = await newUser("careful");
  await signIn(page, email);
  await page.getByRole("button", { name: "Delete every note" }).click();
  await expect(page.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Confirm with password" }).click();
  await expect(page.getByRole("alert")).toHaveText("That password or code is not right.");
  await page.getByRole("button", { name: "Email me a code instead" }).click();
  await page.getByLabel("Code").fill(await codeSentTo(email, 1));
  await page.getByRole("button", { name: "Confirm with code" }).click();
  await page.getByRole("button", { name: "Delete every note" }).click();
  await expect(page.getByRole("status")).toHaveText("Every note was deleted.");
});

test("a session that is ended from another browser is over at its next click", async ({
  page,
  browser,
}) => {
  const email = await newUser("elsewhere");
  await signIn(page, email);
  const otherContext = await browser.newContext();
  const other = await otherContext.newPage();
  await signIn(other, email, { seen: 1 });
  await page.getByRole("link", { name: "Account security" }).click();
  await expect(page.getByText("This one")).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByRole("status")).toHaveText("Done: one was ended.");
  await other.reload();
  await expect(other.getByText("You were signed out of this session.")).toBeVisible();
  await otherContext.close();
});

test("a password is changed where the user is signed in", async ({ page }) => {
  const email = await newUser("changing");
  await signIn(page, email);
  await page.getByRole("link", { name: "Account security" }).click();
  const change = async (current: string, next: string) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password").fill(next);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await change(PASSWORD, "password123");
  await expect(page.getByRole("alert")).toContainText("The password is among those");
  await change("not the password", "seven quiet lamps in fog");
  await expect(page.getByRole("alert")).toHaveText("That password or code is not right.");
  await change(PASSWORD, "seven quiet lamps in fog");
  await expect(page.getByRole("status")).toHaveText("Your password was changed.");
});

test("every page is accessible, light and dark, and fits a phone", async ({ page }) => {
  const email = await newUser("reading");
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${productUrl}/sign-in`);
  await expectAccessible(page);
  await signIn(page, email);
  for (const path of ["/", "/security", "/step-up"]) {
    await page.goto(productUrl + path);
    await expectAccessible(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBe(0);
  }
});
