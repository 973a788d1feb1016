import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { aPassword } from "./a-password";
import { bundled } from "./bundled";
import { environment, ofService } from "./environment";
import { signInHosted } from "./hosted-sign-in";
import { ownerQuery } from "./owner-query";

/** A user who can sign in to the dashboard. */
export interface Administrator {
  email: string;
  password: string;
}

/** Makes a new administrator of a tenant, by its public id, or a new operator. */
export function anAdministrator(at: {
  tenant?: string;
  role: "owner" | "admin" | "viewer" | "operator";
  email?: string;
}): Administrator {
  const made = {
    email: at.email ?? `${randomUUID().slice(0, 8)}@administrators.example`,
    password: aPassword(),
  };
  execFileSync(process.execPath, [bundled("add-administrator")], {
    stdio: "pipe",
    env: {
      ...ofService(),
      EMAIL: made.email,
      PASSWORD: made.password,
      TENANT: at.tenant ?? "",
      ROLE: at.role,
    },
  });
  return made;
}

/** Signs in to the dashboard; ends on the list of tenants. */
export async function signInDashboard(page: Page, who: Administrator): Promise<void> {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await signInHosted(page, who.email, who.password);
  await page.waitForURL(/\/dashboard$/);
}

/** Administrators that this worker signed in, by role, each with the state of their browser. */
const signedIn = new Map<
  "owner" | "operator",
  { who: Administrator; state: Awaited<ReturnType<BrowserContext["storageState"]>> }
>();

/** Opens a page as an owner of the demo tenant, or as an operator, with a fresh proof. The first journey of a
 *  worker that needs the role signs in, and later ones reuse the state of its browser: they must not end the
 *  session or change its owner. */
export async function pageOf(
  browser: Browser,
  role: "owner" | "operator",
): Promise<{ page: Page; who: Administrator }> {
  const known = signedIn.get(role);
  const { baseUrl: baseURL, demo } = environment();
  const state = known && { storageState: known.state };
  const page = await (await browser.newContext({ baseURL, ...state })).newPage();
  if (known) {
    await renewProof(known.who);
    return { page, who: known.who };
  }
  const tenant = role === "owner" ? { tenant: String(demo.tenant_id) } : {};
  const who = anAdministrator({ ...tenant, role });
  await signInDashboard(page, who);
  signedIn.set(role, { who, state: await page.context().storageState() });
  return { page, who };
}

/** Renews an administrator's proof, for a journey that takes longer than a proof is valid. Without a step-up,
 *  the sign-in's methods are restored: a proof counts by its own methods alone. */
export async function renewProof({ email }: Administrator): Promise<void> {
  await ownerQuery(
    `UPDATE sessions SET step_up_at = now(),
       step_up_amr = CASE cardinality(step_up_amr) WHEN 0 THEN amr ELSE step_up_amr END
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
}

/** Proves the administrator's identity again, where the dashboard requires it. */
export async function stepUp(page: Page, who: Administrator): Promise<void> {
  await page.getByLabel("Your password").fill(who.password);
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
}
