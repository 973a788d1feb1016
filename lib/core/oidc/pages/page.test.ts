import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as confirmRoute } from "@/app/oauth/logout/confirm/route";
import { GET as logoutRoute } from "@/app/oauth/logout/route";
import { contrastOf } from "@/lib/core/branding/brand-color";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { asOurHost } from "@/tests/support/as-our-host";
import { authorizeUrl, Browser, pkce, signIn } from "@/tests/support/browser";

let acme: TestEnvironment;
let client: TestOidcClient;
beforeAll(async () => {
  acme = await aTenant({ name: "Acme" });
  client = await anOidcClient(acme, { name: "Reports & <Co>" });
  const { tenantId } = acme;
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.tenantBranding.create({
      data: {
        tenantId,
        displayName: "Acme Bank",
        color: "#ffe14d",
        supportUrl: "https://acme.example/help",
      },
    }),
  );
});

const german = { headers: { "accept-language": "de-AT,en;q=0.5" } };
const logoutOf = ({ clientId }: TestOidcClient) => `/oauth/logout?client_id=${clientId}`;

async function signedIn(): Promise<Browser> {
  const browser = new Browser();
  await signIn(browser, client, (await aUser(acme)).id);
  return browser;
}

test("the confirmation of a sign-out has the tenant's branding and the person's language", async () => {
  const answer = await (await signedIn()).go(logoutRoute, logoutOf(client), german);
  const html = await answer.text();
  expect(html).toContain('<html lang="de" dir="ltr">');
  expect(html).toContain("<title>Abmelden?</title>");
  expect(html).toContain("Acme Bank");
  expect(html).toContain("https://acme.example/help");
  expect(html).toContain("Reports &amp; &lt;Co&gt; möchte Sie abmelden.");
  expect(html).not.toContain("<Co>");
  expect(html).toContain('href="https://rp.example.com/"');
});

test("the tenant's colour is used as far as it is legible", async () => {
  const html = await (await (await signedIn()).go(logoutRoute, logoutOf(client))).text();
  const colours = [...html.matchAll(/--accent:(#\w{6});[^}]*?--on-accent:(#\w{6})/g)];
  expect(colours).toHaveLength(2);
  for (const [, ground = "", text = ""] of colours)
    expect(contrastOf(ground, text)).toBeGreaterThanOrEqual(4.5);
});

test("the page's policy allows only its own style and script", async () => {
  const answer = await (await signedIn()).go(logoutRoute, logoutOf(client));
  const policy = answer.headers.get("content-security-policy") ?? "";
  const html = await answer.text();
  const sourceOf = (text = "") => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1];
  const script = /<script type="module">([\s\S]*?)<\/script>/.exec(html)?.[1];
  expect(policy).toContain(`style-src ${sourceOf(style)};`);
  expect(policy).toContain(`script-src ${sourceOf(script)};`);
  expect(policy).toContain("default-src 'none'");
});

test("a browser that accepts compression gets the same page compressed, and one that refuses it does not", async () => {
  const browser = await signedIn();
  const ask = (encoding: string, host: Record<string, string> = asOurHost()) =>
    browser.go(logoutRoute, logoutOf(client), {
      headers: { ...host, "accept-encoding": encoding },
    });
  const compressed = await ask("br, gzip");
  expect(compressed.headers.get("content-encoding")).toBe("gzip");
  const bytes = Buffer.from(await compressed.arrayBuffer());
  const plain = await ask("gzip;q=0, identity");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(gunzipSync(bytes).toString()).toBe(await plain.text());
  // Next drops the header for the encoding, and the bytes would not be readable.
  expect((await ask("br, gzip", {})).headers.get("content-encoding")).toBeNull();
});

test("a chosen language is remembered, and is laid out from right to left where required", async () => {
  const browser = await signedIn();
  const answer = await browser.go(logoutRoute, `${logoutOf(client)}&lang=ar`);
  expect(await answer.text()).toContain('<html lang="ar" dir="rtl">');
  const next = await browser.go(logoutRoute, logoutOf(client), german);
  expect(await next.text()).toContain('<html lang="ar" dir="rtl">');
});

test("a refused logout and a wrong redirect URI are reported on the pages of the client that they name", async () => {
  const elsewhere = "https://attacker.example/";
  const logout = `${logoutOf(client)}&post_logout_redirect_uri=${elsewhere}`;
  const { challenge } = pkce();
  const authorize = authorizeUrl({ ...client, redirectUri: elsewhere }, challenge);
  for (const [route, address] of [
    [logoutRoute, logout],
    [authorizeRoute, authorize],
  ] as const) {
    const answer = await new Browser().go(route, address, german);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain("Dieser Link funktioniert nicht");
    expect(html).toContain("Acme Bank");
    expect(html).not.toContain(`href="${elsewhere}`);
  }
});

test("the page about an unknown client has no tenant's branding", async () => {
  const answer = await new Browser().go(logoutRoute, "/oauth/logout?client_id=aoc_nobody");
  expect(answer.status).toBe(400);
  expect(await answer.text()).not.toContain("Acme Bank");
});

test("a confirmation of another session is refused on the pages of its client", async () => {
  const body = new URLSearchParams({ client_id: client.clientId, confirmation: "made-up" });
  const answer = await (await signedIn()).go(
    confirmRoute,
    `/oauth/logout/confirm?client=${client.clientId}`,
    {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...german.headers },
      body: body.toString(),
    },
  );
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain("Acme Bank");
  expect(html).not.toContain("<details>");
});

test("the page of an expired sign-in links back to its application", async () => {
  const address = `/oauth/authorize/${"x".repeat(43)}?client=${client.clientId}`;
  const answer = await new Browser().go(resumeRoute, address, german);
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain("Diese Anmeldung ist abgelaufen");
  expect(html).toContain('href="https://rp.example.com/"');
});
