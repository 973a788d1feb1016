// npm run bench -- pages: the cost of the hosted pages for the server, and for a slow device on a slow
// network. A real browser, its processor slowed down four times, "Slow 4G", an empty cache each time; the
// service answers from the same machine.
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startService } from "./support/running-service";
import { type SignInViews, signInViews } from "./support/sign-in-views";

const RUNS = 7;
const SLOWER = 4;

/** As Chromium's own tools throttle for "Slow 4G": bytes a second, and milliseconds until an answer
 *  begins. */
const SLOW_4G = {
  offline: false,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
  latency: 150 * 3.75,
};

/** Cost of a page: the median of the visits, and for some figures the worst. */
export interface PageFigure {
  name: string;
  requests: number;
  transferredKiB: number;
  scriptKiB: number;
  paintMs: number;
  worstPaintMs: number;
  worstShift: number;
  /** The largest number of requests to any other origin. */
  elsewhere: number;
}

/** Results of the benchmark. */
export interface PageReport {
  views: SignInViews;
  pages: PageFigure[];
}

interface Reading {
  requests: number;
  /** Bytes of everything, over the wire; bytes of JavaScript, gzipped. */
  transferred: number;
  script: number;
  paintMs: number;
  shift: number;
  /** Requests to any other origin. */
  elsewhere: number;
}

/** Measures the pages that a new user sees first. */
export async function run(): Promise<PageReport> {
  const service = await startService();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
  try {
    const addresses = await addressesOf(service.baseUrl);
    const views = await signInViews(service, addresses.login ?? "");
    console.log(`\nSign-in pages: ${JSON.stringify(views)}`);
    console.log(`\nProcessor slowed ${SLOWER} times, Slow 4G, ${RUNS} visits each.`);
    const pages: PageFigure[] = [];
    for (const [name, address] of Object.entries(addresses)) {
      // One visit that does not count: the process loads a page's code at its first visit.
      await visitOnce(browser, address);
      const readings: Reading[] = [];
      for (let visit = 0; visit < RUNS; visit++) readings.push(await visitOnce(browser, address));
      const figure = figureOf(name, readings);
      console.log(`  ${JSON.stringify(figure)}`);
      pages.push(figure);
    }
    return { views, pages };
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** Returns the pages by name. Makes their tenant. */
async function addressesOf(baseUrl: string): Promise<Record<string, string>> {
  const { aTenant } = await import("@/tests/builders/a-tenant");
  const { anOidcClient } = await import("@/tests/builders/an-oidc-client");
  const tenant = await aTenant({ name: "Measured" });
  const client = await anOidcClient(tenant, { type: "public" });
  const authorize = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    response_type: "code",
    scope: "openid",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
  });
  return {
    login: `${baseUrl}/oauth/authorize?${authorize}`,
    "forgot password": `${baseUrl}/forgot-password?tenant=${tenant.publicId}`,
    "signed out": `${baseUrl}/signed-out?tenant=${tenant.publicId}`,
  };
}

/** Visits a page with an empty browser cache. Redirects before the page (from an application) don't count,
 *  and happen before the network is slowed down. */
async function visitOnce(browser: Browser, address: string): Promise<Reading> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(address);
  const shown = page.url();
  await page.goto("about:blank");
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  const origins: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) origins.push(new URL(request.url()).origin);
  });
  let transferred = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    transferred += encodedDataLength;
  });
  await observePaint(page);
  await page.goto(shown, { waitUntil: "networkidle" });
  const painted = await page.evaluate(() => (window as unknown as Observed).observed);
  const scripts = await page.evaluate(() =>
    [...document.querySelectorAll("script")].map(({ textContent }) => textContent).join(""),
  );
  await context.close();
  return {
    requests: origins.length,
    transferred,
    script: gzipSync(scripts).length,
    paintMs: painted.paint,
    shift: painted.shift,
    elsewhere: origins.filter((origin) => origin !== new URL(shown).origin).length,
  };
}

interface Observed {
  observed: { paint: number; shift: number };
}

/** Has the page record its largest paint and its layout shifts, from the beginning. */
async function observePaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observed = { paint: 0, shift: 0 };
    Object.assign(window, { observed });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) observed.paint = entry.startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        observed.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

function figureOf(name: string, readings: Reading[]): PageFigure {
  const of = (key: keyof Reading) => readings.map((reading) => reading[key]).sort((a, b) => a - b);
  const middle = (key: keyof Reading) => of(key)[Math.floor(readings.length / 2)] ?? 0;
  const worst = (key: keyof Reading) => of(key).at(-1) ?? 0;
  return {
    name,
    requests: worst("requests"),
    transferredKiB: middle("transferred") / 1024,
    scriptKiB: middle("script") / 1024,
    paintMs: middle("paintMs"),
    worstPaintMs: worst("paintMs"),
    worstShift: worst("shift"),
    elsewhere: worst("elsewhere"),
  };
}
