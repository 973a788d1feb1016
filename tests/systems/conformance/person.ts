import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium } from "@/tools/test/chromium";
import { ISSUER, SUITE } from "./addresses";
import type { Registered } from "./registration";
import { suiteApi, type Visit } from "./suite-api";

const PAGE_MS = 30_000;
/** No journey of the service has more pages. */
const MOST_PAGES = 10;

/** The person at the browser. Every test has a fresh one, who is signed in nowhere. */
export interface Person {
  /** Opens a page for the suite, signs in and agrees where the pages require it, and stops at a page without
   *  a question. */
  open(visit: Visit): Promise<void>;
  /** Uploads the page that is shown for each screenshot that the suite waits for. @returns whether it waited
   *  for any */
  show(): Promise<boolean>;
  /** Returns the browser's address; empty before the first page. */
  address(): string;
  leave(): Promise<void>;
}

/** Starts the browser that all persons share. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    // Debian's browser, as playwright.config.ts has it.
    executablePath: findChromium(),
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
}

/** Behaviour of a person in a test. */
export interface Manner {
  /** Whether they refuse to agree. */
  refuses: boolean;
  /** Whether they leave the first page that they open unanswered. */
  hesitates: boolean;
  /** Whether they upload screenshots of pages with a question too. Else a screenshot is of the last page:
   *  where the suite takes either a screenshot of a refusal or an answer, one of the sign-in would count as
   *  the refusal. */
  showsQuestions: boolean;
}

/** Makes a person for a test.
 *  @param test the suite's id */
export async function aPerson(
  browser: Browser,
  user: Registered["user"],
  test: string,
  manner: Manner,
): Promise<Person> {
  // The run's own authority signs the certificates, which no browser trusts.
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: "en-US" });
  context.setDefaultTimeout(PAGE_MS);
  let page: Page | undefined;
  let hesitates = manner.hesitates;
  const show = async () => {
    const places = page ? await suiteApi.missingScreenshots(test) : [];
    for (const place of places)
      if (page) {
        const jpeg = await page.screenshot({ type: "jpeg", quality: 60 });
        await suiteApi.uploadScreenshot(test, place, jpeg);
      }
    return places.length > 0;
  };
  return {
    open: async (visit) => {
      await page?.close();
      page = await countArrivals(context, visit);
      if (hesitates) hesitates = false;
      else await goThrough(page, user, manner, show);
    },
    show,
    address: () => page?.url() ?? "",
    leave: () => context.close(),
  };
}

/** The suite gives a form's fields as the query of its address. */
async function countArrivals(context: BrowserContext, { url, method }: Visit): Promise<Page> {
  const page = await context.newPage();
  if (method !== "POST") {
    await page.goto(url);
    return page;
  }
  const { origin, pathname, searchParams } = new URL(url);
  // From another site, like a relying party's form.
  await page.goto(`${SUITE}/robots.txt`);
  await page.setContent(formTo(`${origin}${pathname}`, [...searchParams]));
  await Promise.all([
    page.waitForURL((to) => to.origin !== new URL(SUITE).origin),
    page.click("button"),
  ]);
  return page;
}

function formTo(action: string, fields: [string, string][]): string {
  const safe = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
  const inputs = fields.map(
    ([name, value]) => `<input name="${safe(name)}" value="${safe(value)}">`,
  );
  return `<form method="post" action="${safe(action)}">${inputs.join("")}<button>Send</button></form>`;
}

async function goThrough(
  page: Page,
  user: Registered["user"],
  { refuses, showsQuestions }: Manner,
  show: () => Promise<boolean>,
): Promise<void> {
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    await page.waitForLoadState("load");
    if (!page.url().startsWith(ISSUER)) break;
    // The suite needs the page's question before it is answered.
    if (showsQuestions) await show();
    if (await answered(page, user, refuses)) continue;
    await show();
    return;
  }
  // A script on the suite's own page forwards the parameters in its address.
  if (page.url().startsWith(SUITE))
    await page
      .locator("#submission_complete")
      .waitFor({ state: "attached", timeout: 5_000 })
      .catch(() => {
        // Not every page of the suite has it.
      });
}

/** Answers the page. @returns false where it has no question, or the same one again */
async function answered(page: Page, user: Registered["user"], refuses: boolean): Promise<boolean> {
  const button = await filledIn(page, user, refuses);
  if ((await button.count()) === 0) return false;
  const before = page.url();
  const left = page
    .waitForURL(({ href }) => href !== before)
    .then(
      () => true,
      // The page that repeats its question has the same address.
      () => false,
    );
  await button.click();
  return left;
}

/** Returns the button that answers the page, with its fields filled in; the page may have none. */
async function filledIn(page: Page, user: Registered["user"], refuses: boolean) {
  const password = page.getByLabel("Password", { exact: true });
  if ((await password.count()) === 0) {
    const name = refuses ? /^Don’t allow$/ : /^(Allow|Sign out)$/;
    return page.getByRole("button", { name }).first();
  }
  await page.getByLabel("Email address").fill(user.email);
  await password.fill(user.password);
  return page.getByRole("button", { name: "Sign in", exact: true });
}
