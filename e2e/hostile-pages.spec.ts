import { createServer, request as rawRequest } from "node:http";
import type { Page } from "@playwright/test";
import { freePort } from "@/tools/postgres/free-port";
import { environment } from "./support/environment";
import { expect, test } from "./support/test";

const ATTACKER = "https://attacker.example";
const demo = () => environment().demo as Record<string, string>;
const loginOf = async (page: Page) => {
  await page.goto(`/dev/sign-in?client_id=${demo().trial_client_id}`);
  await expect(page).toHaveURL(/\/login\?interaction=/);
  return page.url();
};

/** Returns the answer to a browser under another host name of ours, or with headers that a browser can't send
 *  itself. */
function rawGet(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(environment().baseUrl);
    const request = rawRequest({ hostname, port, path, headers }, (response) => {
      let text = JSON.stringify(response.headers);
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject).end();
  });
}

test("no page of ours shows itself in another site's frame", async ({ page }) => {
  const login = await loginOf(page);
  const pages = [
    login,
    ...["/forgot-password", "/set-password", "/invitation", "/onboarding", "/signed-out"],
    ...["/consent", "/organization", "/account-security", "/dashboard/sign-in"],
    ...["/oauth/authorize", "/oauth/logout"],
    // Pages of other kinds, and paths that only begin like a route.
    ...["/api/auth/signout", "/api/auth/csrf", "/docsanything", "/docs/none", "/.well-known/none"],
    ...["/oauth/none", "/api/v1/none", "/healthz", "/readyzz", "/brand/none/none"],
  ];
  for (const address of pages) {
    const headers = (await page.request.get(address)).headers();
    expect(headers["content-security-policy"], address).toContain("frame-ancestors 'none'");
    expect(headers["x-frame-options"], address).toBe("DENY");
  }
  const port = await freePort();
  // The second frame shows that the first one's refusal is the page's own.
  const frames = [login, `http://localhost:${port}/harmless`];
  const html = frames.map((address) => `<iframe src="${address}"></iframe>`).join("");
  const elsewhere = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(request.url === "/" ? html : "harmless");
  }).listen(port);
  await page.goto(`http://127.0.0.1:${port}/`);
  const [, hosted, control] = page.frames();
  await expect.poll(() => control?.url()).toBe(frames[1]);
  await expect.poll(() => hosted?.url()).toMatch(/^chrome-error:/);
  elsewhere.close();
});

test("a header that claims to come from our own proxy skips nothing", async () => {
  for (const name of ["proxy", "middleware", "src/proxy", "src/middleware", "pages/_middleware"])
    for (const value of [name, Array(5).fill(name).join(":")]) {
      const headers = { "x-middleware-subrequest": value };
      const page = await rawGet("/signed-out", headers);
      expect(page.text).toContain("frame-ancestors 'none'");
      const dashboard = await rawGet("/dashboard", headers);
      expect(dashboard.text).not.toContain("Signed in as");
      const api = await rawGet("/api/v1/management/users", headers);
      expect(api.status).toBe(401);
    }
});

test("no Host or forwarded header reaches a page, a link or a redirect", async () => {
  const poison = {
    host: "attacker.example",
    "x-forwarded-host": "attacker.example",
    "x-forwarded-proto": "https",
    forwarded: "host=attacker.example;proto=https",
  };
  for (const path of [
    ...["/signed-out", "/dashboard", "/dashboard/sign-in", "/set-password?token=x"],
    ...["/oauth/logout", "/.well-known/openid-configuration", "/api/auth/providers"],
    `/account-security?tenant=${demo().tenant_id}`,
    `/dev/sign-in?client_id=${demo().trial_client_id}`,
  ])
    expect(await rawGet(path, poison), path).toMatchObject({
      text: expect.not.stringContaining("attacker.example"),
    });
});

test("nothing in an address leads to another site", async ({ page }) => {
  const attempts = [
    "//attacker.example/",
    "/\\attacker.example/",
    "/login//attacker.example",
    "/dashboard//attacker.example",
    `/login?interaction=${encodeURIComponent("//attacker.example")}`,
    `/signed-out?tenant=${encodeURIComponent(ATTACKER)}&post_logout_redirect_uri=${ATTACKER}`,
    `/oauth/logout?client_id=${demo().trial_client_id}&post_logout_redirect_uri=${ATTACKER}`,
    `/oauth/authorize?client_id=${demo().trial_client_id}&redirect_uri=${ATTACKER}`,
    `/api/auth/signin?callbackUrl=${ATTACKER}`,
    `/api/auth/callback/atrium?callbackUrl=${ATTACKER}`,
    `/dashboard/sign-in?callbackUrl=${ATTACKER}`,
  ];
  for (const path of attempts) {
    const { status, text } = await rawGet(path, {});
    expect(status, path).toBeLessThan(500);
    const { location = "" } = JSON.parse(text.slice(0, text.indexOf("}") + 1)) as {
      location?: string;
    };
    const target = new URL(location || "/", environment().baseUrl);
    expect(target.origin, path).toBe(environment().baseUrl);
  }
  await page.goto(`/api/auth/signin?callbackUrl=${ATTACKER}`);
  expect(new URL(page.url()).origin).toBe(environment().baseUrl);
});
