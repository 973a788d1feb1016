import { beforeAll, expect, test, vi } from "vitest";
import { POST as forgotForm } from "@/app/(hosted)/forgot-password/route";
import { POST as codeForm, GET as codePage } from "@/app/(hosted)/login/code/route";
import { POST as loginForm, GET as loginPage } from "@/app/(hosted)/login/route";
import { GET as resumeRoute } from "@/app/oauth/authorize/[uid]/route";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { sendPasswordReset } from "@/lib/core/password-links/send-password-reset";
import { minutesAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { connections } from "@/lib/kernel/db/connections";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { atMoment } from "@/tests/support/at-moment";
import { authorizeUrl, Browser, locationOf, pkce } from "@/tests/support/browser";
import { lastCode, queuedMail } from "@/tests/support/queued-mail";

let acme: TestEnvironment;
let client: TestOidcClient;
beforeAll(async () => {
  acme = await aTenant({ name: "Acme" });
  client = await anOidcClient(acme);
});

/** Starts a sign-in.
 *  @returns the browser in which it waits, and the address of its page */
async function startSignIn(): Promise<{ browser: Browser; address: string }> {
  const browser = new Browser();
  const { challenge } = pkce();
  const { pathname, search } = locationOf(
    await browser.go(authorizeRoute, authorizeUrl(client, challenge)),
  );
  return { browser, address: pathname + search };
}

const form = (fields: Record<string, string>, origin = new URL(config().baseUrl).origin) => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded", origin },
  body: new URLSearchParams(fields).toString(),
});

test("a sign-in is two forms that answer 303, and a page that continues", async () => {
  const { email } = await aUser(acme);
  const { browser, address } = await startSignIn();
  const sent = await browser.go(loginForm, address, form({ email, password: A_PASSWORD }));
  expect(sent.status).toBe(303);
  const code = locationOf(sent);
  expect(code.pathname).toBe("/login/code");
  const shown = await browser.go(codePage, code.pathname + code.search);
  expect(await shown.text()).toContain(`We sent a 6-digit code to ${email}.`);
  const typed = form({ intent: "enter", code: await lastCode(acme, email) });
  const entered = await browser.go(codeForm, code.pathname + code.search, typed);
  expect([entered.status, locationOf(entered).pathname]).toEqual([303, "/login"]);
  const html = await (await browser.go(loginPage, address)).text();
  const on = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1] ?? "";
  const arrived = locationOf(await browser.go(resumeRoute, on.replaceAll("&amp;", "&")));
  expect(arrived.href).toMatch(/^https:\/\/rp\.example\.com\/callback\?code=/);
});

test("a refused form shows its own page again: 422, with the typed texts and no password", async () => {
  const { browser, address } = await startSignIn();
  const typed = form({ email: "nobody@example.com", password: "a wrong password" });
  const refused = await browser.go(loginForm, address, typed);
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain('value="nobody@example.com"');
  expect(html).toContain("Wrong email or password.");
  expect(html).not.toContain("a wrong password");
});

test("a form of another site is refused before anything is read", async () => {
  const { browser, address } = await startSignIn();
  const sendSpy = vi.spyOn(connections, "send");
  for (const origin of ["https://attacker.example", "null"]) {
    const forged = form({ email: "a@example.com", password: "x" }, origin);
    expect((await browser.go(loginForm, address, forged)).status).toBe(403);
  }
  expect(sendSpy).not.toHaveBeenCalled();
  sendSpy.mockRestore();
});

test("the sign-in page asks the database in one message", async () => {
  const { browser, address } = await startSignIn();
  const sendSpy = vi.spyOn(connections, "send");
  // Once this process receives changes, it has the relying party cached from the last request.
  await vi.waitFor(async () => {
    sendSpy.mockClear();
    expect((await browser.go(loginPage, address)).status).toBe(200);
    expect(sendSpy).toHaveBeenCalledTimes(1);
  });
  sendSpy.mockRestore();
});

test("the code page says whether the last code still works when no other is sent", async () => {
  const { email } = await aUser(acme);
  const { browser, address } = await startSignIn();
  const password = form({ email, password: A_PASSWORD });
  const start = new Date();
  const at = <T>(minutes: number, work: () => Promise<T>) =>
    atMoment(minutesAfter(start, minutes), work);
  const signIn = async () => locationOf(await browser.go(loginForm, address, password));
  for (let minute = 1; minute <= 5; minute++) await at(minute, signIn);
  const { pathname, search } = await at(6, signIn);
  const textAt = async (minute: number) => {
    const page = await at(minute, () => browser.go(codePage, pathname + search));
    return (await page.text()).replace(/<[^>]*>/g, "");
  };
  const works = await textAt(6);
  expect(works).toContain("The last code still works for 9:00.");
  expect(works).toContain(`Enter the last 6-digit code that we sent to ${email}.`);
  const none = await textAt(15.5);
  expect(none).toContain("No code works any more. You can ask for a new code in 0:30.");
  expect(none).toContain("To sign in, ask for a new 6-digit code.");
  const resend = () => browser.go(codeForm, pathname + search, form({ intent: "resend" }));
  expect((await at(16.1, resend)).status).toBe(303);
  expect(await textAt(16.2)).toContain("A new code is on its way.");
});

test("a code page that expired long ago says how to sign in again", async () => {
  const { email } = await aUser(acme);
  const { browser, address } = await startSignIn();
  const sent = await browser.go(loginForm, address, form({ email, password: A_PASSWORD }));
  const { pathname, search } = locationOf(sent);
  const resend = () => browser.go(codeForm, pathname + search, form({ intent: "resend" }));
  const refused = await atMoment(minutesAfter(new Date(), 40), resend);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("No new code can be sent for this sign-in.");
});

test("mail that a page sends is in the user's own language, or in the page's where that is not known", async () => {
  const german = (fields: Record<string, string>) => {
    const { headers, ...sent } = form(fields);
    return { ...sent, headers: { ...headers, "accept-language": "de-AT, en;q=0.5" } };
  };
  for (const [locale, spoken] of [
    [undefined, "de"],
    ["ja", "ja"],
  ] as const) {
    const { email } = await aUser(acme, { ...(locale && { locale }) });
    const { browser, address } = await startSignIn();
    await browser.go(loginForm, address, german({ email, password: A_PASSWORD }));
    await browser.go(forgotForm, address.replace("/login", "/forgot-password"), german({ email }));
    const jobs = await inPrismaTransaction(
      acme,
      ({ prisma }) => prisma.$queryRaw<{ data: Record<string, string> }[]>`
        DELETE FROM pgboss.job WHERE name = 'password.forgot' RETURNING data`,
    );
    for (const { data } of jobs) await sendPasswordReset(data, async () => {});
    const mail = await queuedMail(acme, email);
    expect(mail.map((one) => [one.template, one.locale])).toEqual([
      ["password_reset", spoken],
      ["login_code", spoken],
    ]);
  }
});
