import type { Page } from "@playwright/test";
import { environment } from "./support/environment";
import { signInHosted } from "./support/hosted-sign-in";
import { expect, test } from "./support/test";

type Demo = Record<string, string>;

async function machineToken(baseUrl: string, tenant: Demo): Promise<string> {
  const response = await fetch(`${baseUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: String(tenant.client_id),
      client_secret: String(tenant.client_secret),
    }),
  });
  expect(response.status).toBe(200);
  return (await response.json()).access_token;
}

function tenants(): { baseUrl: string; acme: Demo; globex: Demo } {
  const { baseUrl, demo } = environment();
  return { baseUrl, acme: demo as Demo, globex: (demo as { beside: Demo }).beside };
}

test("two tenants side by side see their own users and nothing of each other's", async () => {
  const { baseUrl, acme, globex } = tenants();
  for (const [own, other] of [
    [acme, globex],
    [globex, acme],
  ] as const) {
    const headers = { authorization: `Bearer ${await machineToken(baseUrl, own)}` };
    const get = (path: string) => fetch(`${baseUrl}/api/v1/management/${path}`, { headers });
    const list = JSON.stringify(await (await get("users")).json());
    expect(list).toContain(own.email);
    expect(list).not.toContain(other.email);
    const foreign = await get(`users/${other.user_id}`);
    const unknown = await get("users/01900000-0000-7000-8000-000000000000");
    expect(foreign.status).toBe(404);
    expect(await foreign.text()).toBe(await unknown.text());
    for (const path of ["organizations", "roles", "packages", "apps"]) {
      const answer = JSON.stringify(await (await get(path)).json());
      for (const id of [other.organization_id, other.role_id, other.app_id])
        expect(answer).not.toContain(id);
    }
  }
});

test("one tenant's id with the other's secret proves nothing, and a grant works for its own tenant only", async () => {
  const { baseUrl, acme, globex } = tenants();
  const post = (path: string, tenant: string, secret: string, body: unknown) =>
    fetch(`${baseUrl}/api/v1/auth/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-tenant-id": tenant,
        authorization: `Bearer ${secret}`,
      },
      body: JSON.stringify(body),
    });
  const login = { email: acme.email, password: acme.password };
  expect(
    (await post("login/preflight", String(acme.tenant_id), String(globex.tenant_secret), login))
      .status,
  ).toBe(401);
  const foreign = await post(
    "login/preflight",
    String(globex.tenant_id),
    String(globex.tenant_secret),
    login,
  );
  expect(foreign.status).toBe(401);
  expect(await foreign.json()).toMatchObject({ code: "invalid_credentials" });
  const own = await post(
    "login/preflight",
    String(acme.tenant_id),
    String(acme.tenant_secret),
    login,
  );
  expect(await own.json()).toMatchObject({ status: "otp_required" });
});

test("a machine token of one tenant does not act for the other, whatever X-Tenant-Id says", async () => {
  const { baseUrl, acme, globex } = tenants();
  const response = await fetch(`${baseUrl}/api/v1/auth/session/validate`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${await machineToken(baseUrl, acme)}`,
      "x-tenant-id": String(globex.tenant_id),
    },
    body: JSON.stringify({ session_id: "01900000-0000-7000-8000-000000000000" }),
  });
  expect(response.status).toBe(401);
});

/** Opens account security of a tenant, which shows the signed-in user, or that there is none. */
const account = (page: Page, tenant: Demo) =>
  page.goto(`/account-security?tenant=${tenant.tenant_id}`);

async function signIn(page: Page, tenant: Demo): Promise<void> {
  await page.goto(`/dev/sign-in?client_id=${tenant.trial_client_id}`);
  await expect(page.getByRole("main")).toContainText(tenant.name ?? "");
  await signInHosted(page, tenant.email ?? "", tenant.password ?? "");
  await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
}

test("one browser is signed in to both at once: each shows its own person, and one's sign-out is not the other's", async ({
  page,
}) => {
  const { acme, globex } = tenants();
  await signIn(page, acme);
  // A session of one tenant opens nothing of the other.
  await account(page, globex);
  await expect(page.getByRole("heading", { name: "You are not signed in here" })).toBeVisible();
  await signIn(page, globex);
  for (const [own, other] of [
    [acme, globex],
    [globex, acme],
  ] as const) {
    await account(page, own);
    await expect(page.getByText(`Signed in to ${own.name} as ${own.email}.`)).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(other.email ?? "");
    await page.goto(`/dev/sign-in?client_id=${own.trial_client_id}`);
    await expect(page.getByText(own.email ?? "")).toBeVisible();
  }
  await page.goto(`/oauth/logout?client_id=${globex.trial_client_id}`);
  await expect(page.getByRole("main")).toContainText("Globex");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  await account(page, globex);
  await expect(page.getByRole("heading", { name: "You are not signed in here" })).toBeVisible();
  await account(page, acme);
  await expect(page.getByText(`Signed in to ${acme.name} as ${acme.email}.`)).toBeVisible();
});
