import { get } from "node:http";
import { expectNoWider, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const MOST_BYTES = 60_000;

/** The pages that between them have everything that a page can have. */
const SHAPES = ["/docs", "/docs/oauth-and-openid-connect", "/docs/users", "/docs/operator"];

/** How many bytes of a page are sent to a browser: compressed, as it comes out of the socket. */
function bytesOf(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { "accept-encoding": "gzip, br" } }, (answer) => {
      expect(answer.headers["content-encoding"]).toBe("br");
      let sent = 0;
      answer.on("data", (piece: Buffer) => {
        sent += piece.length;
      });
      answer.on("end", () => resolve(sent));
    });
    request.on("error", reject);
    request.setTimeout(10_000, () => request.destroy(new Error("no answer came in ten seconds")));
  });
}

test("the reference is read and searched without scripts, on a phone too", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto("/docs");
  await expect(page.getByRole("heading", { name: "Atrium API", level: 1 })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Suspend a user", exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/users#suspendUser$/);
  const operation = page.locator("#suspendUser");
  await expect(operation.getByRole("heading", { name: "Suspend a user" })).toBeInViewport();
  await expect(operation).toContainText("/api/v1/management/users/{id}/suspend");
  await expect(operation).toContainText('-H "Authorization: Bearer $ACCESS_TOKEN"');
  await operation.getByRole("link", { name: "rate_limited" }).click();
  await expect(page).toHaveURL(/\/docs#error-rate_limited$/);
  await context.close();
});

test("every page of the reference is sound, loads nothing else, and weighs less than 60 kB", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/docs");
  const contents = page.getByRole("navigation", { name: "Contents" });
  const links = contents.locator("a:not([href*='#'])");
  const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths) {
    asked.length = 0;
    await page.goto(path);
    const sent = await bytesOf(`${baseURL}${path}`);
    expect(sent, path).toBeGreaterThan(1_000);
    expect(sent, path).toBeLessThan(MOST_BYTES);
    await expectNoWider(page, `docs ${path}`);
    if (SHAPES.includes(path)) await expectSound(page, `docs ${path}`);
    // A browser asks for its icon by itself.
    expect(asked.filter((one) => one !== path && one !== "/favicon.ico")).toEqual([]);
  }
});
