import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { deliverLogout } from "@/lib/core/backchannel-logout/deliver-logout";
import { endUserSessions } from "@/lib/core/user-lifecycle/end-user-access";
import { noRequest } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import type { TestProduct } from "@/tests/builders/a-product";
import { findChromium } from "@/tools/test/chromium";

/** A real browser of this machine. */
export function aBrowser(): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
  return chromium.launch({ executablePath: findChromium(), args: ["--headless", ...args] });
}

/** Goes through the service's own login page. */
export async function signInHosted(page: Page, { email, password }: TestProduct["person"]) {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Counts the uses of the refresh tokens of the product's users. Each use brings an access token, and a
 *  strict client's refresh token stays the same. */
export function refreshes({ tenant, person }: TestProduct): Promise<number> {
  return inPrismaTransaction(tenant, ({ prisma }) =>
    prisma.oidcPayload.count({ where: { model: "AccessToken", userId: person.id } }),
  );
}

/** Ends the user's sessions at the service, and delivers the logout notices as the worker does, through a
 *  stand-in for the application's proxy.
 *  @param origin of the application behind it
 *  @returns how many applications got a notice and accepted it */
export async function endElsewhere(
  { tenant, person }: TestProduct,
  origin: string,
): Promise<number> {
  await endUserSessions({ ...tenant, context: noRequest }, person.id);
  const { tenantId, environmentId } = tenant;
  const pending = await inPrismaTransaction(tenant, ({ prisma }) =>
    prisma.logoutDelivery.findMany({ where: { userId: person.id, status: "pending" } }),
  );
  for (const { id } of pending)
    await deliverLogout({ tenantId, environmentId, deliveryId: id }, async (uri, token) => {
      const body = new URLSearchParams({ logout_token: token });
      const { pathname, search } = new URL(uri);
      const { status } = await fetch(origin + pathname + search, {
        method: "POST",
        body,
        redirect: "manual",
      });
      return { statusCode: status, error: null, refused: false, durationMs: 0 };
    });
  const deliveries = await inPrismaTransaction(tenant, ({ prisma }) =>
    prisma.logoutDelivery.findMany({ where: { id: { in: pending.map(({ id }) => id) } } }),
  );
  return deliveries.filter(({ status }) => status === "delivered").length;
}

/** A browser's visit to an application. */
export class Visit {
  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly origin: string,
  ) {}

  static async to(browser: Browser, origin: string): Promise<Visit> {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    return new Visit(page, context, origin);
  }

  home = () => this.page.goto(`${this.origin}/`);
  button = (name: string) => this.page.getByRole("button", { name, exact: true });
  signInLink = () =>
    this.page.getByRole("link", { name: "Sign in", exact: true }).or(this.button("Sign in"));
  leave = () => this.context.close();
}
