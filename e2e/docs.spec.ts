import { get } from "node:http";
import { expectNoWider, expectSound } from "./support/sound-page";
import { expect, test } from "./support/test";

const MOST_BYTES = 20 * 1024;

/** Pages that together have every element of a page. */
const SHAPES = [
  ...["/docs", "/docs/concepts", "/docs/guides/roles-in-an-app", "/docs/errors/no_role"],
  ...["/docs/protocol", "/docs/reference", "/docs/reference/users", "/docs/search?q=token"],
];

/** Returns the number of bytes of a page as sent to a browser: compressed, as read from the socket. */
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

test("the documentation is read and searched without scripts, on a phone too", async ({
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
  await expect(page.getByRole("heading", { name: "Atrium documentation", level: 1 })).toBeVisible();
  await page.getByLabel("Search").fill("suspend a user");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/docs\/search\?q=suspend\+a\+user$/);
  await page.getByRole("main").getByRole("link", { name: "Suspend a user", exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/reference\/users#suspendUser$/);
  const operation = page.locator("#suspendUser");
  await expect(operation.getByRole("heading", { name: "Suspend a user" })).toBeInViewport();
  await expect(operation).toContainText("/api/v1/management/users/{id}/suspend");
  await expect(operation).toContainText('-H "Authorization: Bearer $ACCESS_TOKEN"');
  await operation.getByRole("link", { name: "rate_limited" }).click();
  await expect(page).toHaveURL(/\/docs\/errors\/rate_limited$/);
  await expect(page.getByRole("heading", { name: "What to do" })).toBeVisible();
  await page.getByRole("link", { name: "Glossary" }).click();
  await page.getByRole("link", { name: /^Next/ }).click();
  await expect(page).toHaveURL(/\/docs\/divergences$/);
  await context.close();
});

test("every listed page is sound, loads nothing else, and weighs as much as a page on which people sign in", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const requestedUrls: string[] = [];
  page.on("request", (request) => requestedUrls.push(new URL(request.url()).pathname));
  const index = await (await page.request.get("/llms.txt")).text();
  const listed = [...index.matchAll(/\((\S+)\.md\)$/gm)].map(
    ([, url = ""]) => new URL(url).pathname,
  );
  const paths = [...new Set([...SHAPES, ...listed])];
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths) {
    requestedUrls.length = 0;
    await page.goto(path);
    if (!path.includes("?")) {
      const sent = await bytesOf(`${baseURL}${path}`);
      expect(sent, path).toBeGreaterThan(1_000);
      expect(sent, path).toBeLessThan(MOST_BYTES);
    }
    await expectNoWider(page, `docs ${path}`);
    if (SHAPES.includes(path)) await expectSound(page, `docs ${path}`);
    // A browser requests its icon by itself.
    const own = new URL(path, baseURL).pathname;
    expect(requestedUrls.filter((one) => one !== own && one !== "/favicon.ico")).toEqual([]);
  }
});

test("a page that is printed or read in the dark keeps its words", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/docs/concepts");
  await expect(page.getByRole("img", { name: /A tenant has environments/ })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("search")).toBeHidden();
  await expect(page.getByRole("main")).toBeVisible();
});
