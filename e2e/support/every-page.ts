import { existsSync } from "node:fs";
import type { Page } from "@playwright/test";
import { anAdministrator, signInDashboard } from "./administrator";
import { atrium } from "./command-line";
import { crawl, guardedTemplates } from "./dashboard-map";
import { environment } from "./environment";
import { longestAddress } from "./longest-address";
import { manage } from "./manage";
import { expect } from "./test";

const demo = () => environment().demo as Record<string, string>;

/** Whether it is a page of the dashboard, and no part of one. */
const isPage = (template: string) =>
  existsSync(`app${template}/page.tsx`) && !template.includes("branding-preview");

/** Signs in an administrator with the longest allowed address, who may see every page of the dashboard. */
export async function signInForEveryPage(page: Page, who: string): Promise<void> {
  const tenant = String(demo().tenant_id);
  const administrator = anAdministrator({ tenant, role: "owner", email: longestAddress(who) });
  atrium("operator", "invite", administrator.email, "--no-mail");
  await signInDashboard(page, administrator);
}

/** Returns the address of each page that links reach. */
export async function everyPage(page: Page, who: string): Promise<string[]> {
  const { id } = await manage<{ id: string }>("POST", "/users", {
    email: longestAddress(`${who}-listed`),
    organization_id: demo().organization_id,
    role_id: demo().role_id,
  });
  const base = `/dashboard/${demo().tenant_id}/production`;
  const starts = guardedTemplates()
    .filter((template) => /^\/dashboard\/\[tenant\]\/\[environment\]\/[a-z-]+$/.test(template))
    .map((template) => `${base}/${template.split("/").at(-1)}`);
  const user = ["", "/access", "/activity", "/memberships", "/sessions"].map(
    (part) => `${base}/users/${id}${part}`,
  );
  const reached = await crawl(page, [
    ...user,
    ...starts,
    "/dashboard/factor",
    "/dashboard/operator",
  ]);
  const pages = guardedTemplates().filter(isPage);
  expect(pages.filter((template) => !reached.has(template))).toEqual([]);
  return ["/dashboard", ...pages.flatMap((template) => reached.get(template) ?? [])];
}
