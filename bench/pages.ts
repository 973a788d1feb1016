// npm run bench -- pages: what the hosted pages cost a slow device. A real browser, its processor slowed down
// four times, an empty cache each time; the service answers from the same machine.
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startService } from "./support/running-service";

const RUNS = 7;
const SLOWER = 4;

/** What a page costs: the median of the visits, and for some the worst. */
export interface PageFigure {
  name: string;
  scripts: number;
  transferredKiB: number;
  gzippedKiB: number;
  parsedKiB: number;
  paintMs: number;
  worstPaintMs: number;
  worstShift: number;
  /** Requests to any other origin, at the most. */
  elsewhere: number;
}

interface Reading {
  scripts: number;
  /** Bytes of JavaScript: over the wire as the service sends it, gzipped as a proxy would, and parsed. */
  transferred: number;
  gzipped: number;
  parsed: number;
  paintMs: number;
  shift: number;
  /** Requests to any other origin. */
  elsewhere: number;
}

/** Measures the pages that somebody sees first. */
export async function run(): Promise<PageFigure[]> {
  const service = await startService();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
  try {
    const addresses = await addressesOf(service.baseUrl);
    console.log(`\nProcessor slowed ${SLOWER} times, ${RUNS} visits each.`);
    const figures: PageFigure[] = [];
    for (const [name, address] of Object.entries(addresses)) {
      // Once unmeasured: the process loads a page's code at its first visit.
      await visitOnce(browser, address);
      const readings: Reading[] = [];
      for (let visit = 0; visit < RUNS; visit++) readings.push(await visitOnce(browser, address));
      const figure = figureOf(name, readings);
      console.log(`  ${JSON.stringify(figure)}`);
      figures.push(figure);
    }
    return figures;
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** The pages by name. Their tenant is made here. */
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

async function visitOnce(browser: Browser, address: string): Promise<Reading> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const origins: string[] = [];
  const bodies: Promise<Buffer>[] = [];
  page.on("request", (request) => origins.push(new URL(request.url()).origin));
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") bodies.push(response.body());
  });
  let transferred = 0;
  const scripts = new Set<string>();
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) transferred += encodedDataLength;
  });
  await observePaint(page);
  await page.goto(address, { waitUntil: "networkidle" });
  const painted = await page.evaluate(() => (window as unknown as Observed).observed);
  const own = new URL(page.url()).origin;
  const sources = await Promise.all(bodies);
  await context.close();
  return {
    scripts: sources.length,
    transferred,
    gzipped: sum(sources.map((source) => gzipSync(source).length)),
    parsed: sum(sources.map((source) => source.length)),
    paintMs: painted.paint,
    shift: painted.shift,
    elsewhere: origins.filter((origin) => origin !== own && origin !== "null").length,
  };
}

interface Observed {
  observed: { paint: number; shift: number };
}

/** Has the page note its largest paint and how much it moved, from its very beginning. */
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
    scripts: middle("scripts"),
    transferredKiB: middle("transferred") / 1024,
    gzippedKiB: middle("gzipped") / 1024,
    parsedKiB: middle("parsed") / 1024,
    paintMs: middle("paintMs"),
    worstPaintMs: worst("paintMs"),
    worstShift: worst("shift"),
    elsewhere: worst("elsewhere"),
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
