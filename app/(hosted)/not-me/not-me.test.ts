import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { GET, POST } from "@/app/(hosted)/not-me/route";
import { sendStepUpCode } from "@/lib/core/account-security/begin-step-up";
import { lifetimeSeconds } from "@/lib/core/one-time/one-time-secret";
import { CODE_LIFETIME_SECONDS } from "@/lib/core/one-time-codes/code";
import { readPasswordLink } from "@/lib/core/password-links/read-password-link";
import { secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { Browser } from "@/tests/support/browser";
import { callExchange, callPreflight, callVerifyOtp, comparable } from "@/tests/support/call-login";
import { lastCode, queuedMail } from "@/tests/support/queued-mail";

let acme: TestEnvironment;
let globex: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant({ name: "Acme" });
  globex = await aTenant({ name: "Globex" });
});

const chrome =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const origin = new URL(config().baseUrl).origin;

/** Starts a sign-in that waits for its code. */
async function begin(email: string, { at = acme, agent = chrome, ip = "203.0.113.7" } = {}) {
  const from = { "x-end-user-ip": ip, "x-end-user-agent": agent };
  const { body } = await callPreflight(at, { email, password: A_PASSWORD }, from);
  const { challenge } = body as { challenge: { token: string } };
  const [mail] = await queuedMail(at, email);
  const link = String(mail?.props.notMeLink);
  return {
    code: await lastCode(at, email),
    headers: { "x-login-challenge": challenge.token },
    props: mail?.props ?? {},
    link,
    secret: new URL(link).searchParams.get("token") ?? "",
  };
}

/** Sends the form of the page, like a browser. */
function press(secret: string, from = origin): Promise<Response> {
  return new Browser().go(POST, "/not-me", {
    method: "POST",
    headers: { origin: from, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ token: secret }).toString(),
  });
}

/** Opens a link and follows its redirects. */
async function open(link: string): Promise<Response> {
  const browser = new Browser();
  const moved = await browser.go(GET, link);
  expect(moved.headers.get("location")).toBe("/not-me");
  return browser.go(GET, "/not-me");
}

async function responseParts(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  return { status: response.status, headers, text: await response.text() };
}

describe("the message with a code", () => {
  test("names the device and the network that requested it", async () => {
    const { email } = await aUser(acme);
    const { props } = await begin(email, { ip: "2001:db8:7:9:1:2:3:4" });
    expect(props).toMatchObject({
      browser: "Chrome",
      system: "macOS",
      network: "2001:db8:7:9::/64",
    });
  });

  test("repeats no text that the requester made up", async () => {
    const { email } = await aUser(acme);
    const agent = "Call-us-at-evil.example/1.0 (quick)";
    const { props } = await begin(email, { agent, ip: "not an address" });
    expect(props).toMatchObject({ browser: null, system: null, network: null });
  });
});

describe("the link", () => {
  test("lives as long as the code that it came with", () => {
    expect(lifetimeSeconds.not_me).toBe(CODE_LIFETIME_SECONDS);
  });

  test("ends nothing when it is opened, however often", async () => {
    const { id, email } = await aUser(acme);
    const { link, code, headers } = await begin(email);
    for (let times = 0; times < 3; times++) {
      const page = await open(link);
      expect(page.status).toBe(200);
      expect(page.headers.get("cache-control")).toBe("private, no-store");
      expect(await page.text()).toContain("Acme");
    }
    expect(await eventsOf(acme, id)).not.toContain("login.disowned");
    expect((await callVerifyOtp(acme, { email, code }, headers)).status).toBe(200);
  });

  test("ends the attempt: the right code is refused in the bytes of a wrong and of an expired one", async () => {
    const [mine, other, late] = [await aUser(acme), await aUser(acme), await aUser(acme)];
    const attempt = await begin(mine.email);
    const wrong = await begin(other.email);
    const expired = await begin(late.email);
    expect((await press(attempt.secret)).status).toBe(200);
    const verify = async (email: string, code: string, { headers } = attempt) =>
      comparable(await callVerifyOtp(acme, { email, code }, headers));
    const refused = await verify(mine.email, attempt.code);
    expect(refused.status).toBe(401);
    const guess = wrong.code === "000000" ? "000001" : "000000";
    expect(await verify(other.email, guess, wrong)).toEqual(refused);
    const later = secondsAfter(new Date(), CODE_LIFETIME_SECONDS + 1);
    expect(await atMoment(later, () => verify(late.email, expired.code, expired))).toEqual(refused);
    expect(await eventsOf(acme, mine.id)).toEqual([
      "login.code_sent",
      "login.disowned",
      "login.failed",
    ]);
  });

  test("ends the attempt also when another code was sent for it since", async () => {
    const { email } = await aUser(acme);
    const first = await begin(email);
    const second = await begin(email);
    expect((await press(first.secret)).status).toBe(200);
    const { code, headers } = second;
    expect((await callVerifyOtp(acme, { email, code }, headers)).status).toBe(401);
    // It belongs to the same attempt, which is over.
    expect((await press(second.secret)).status).toBe(400);
  });

  test("is spent by one of twenty parallel presses", async () => {
    const { id, email } = await aUser(acme);
    const { secret } = await begin(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => press(secret)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    const ended = (await eventsOf(acme, id)).filter((kind) => kind === "login.disowned");
    expect(ended).toHaveLength(1);
  });

  test("leads to a new password", async () => {
    const { email } = await aUser(acme);
    const { secret } = await begin(email);
    const page = await (await press(secret)).text();
    const [, token = ""] = /href="[^"]*\/set-password\?token=([^"]+)"/.exec(page) ?? [];
    expect(await readPasswordLink(token)).toMatchObject({ email, purpose: "password_reset" });
  });

  test("is answered with one page when it is unknown, spent, expired or no such link", async () => {
    const user = await aUser(acme);
    const spent = await begin(user.email);
    const late = await begin((await aUser(globex)).email, { at: globex });
    await press(spent.secret);
    const reset = await (await press((await begin(user.email)).secret)).text();
    const [, otherPurpose = ""] = /token=([^"]+)"/.exec(reset) ?? [];
    const unknown = await responseParts(await press(`alk_${"x".repeat(43)}`));
    expect(unknown.status).toBe(400);
    for (const dead of [spent.secret, otherPurpose, "", "x".repeat(5000)])
      expect(await responseParts(await press(dead))).toEqual(unknown);
    const later = secondsAfter(new Date(), CODE_LIFETIME_SECONDS + 1);
    expect(await atMoment(later, async () => responseParts(await press(late.secret)))).toEqual(
      unknown,
    );
    // A user who may not sign in gets the same answer as any other, and opening says the same as pressing.
    const suspended = await aUser(acme);
    const { secret, link } = await begin(suspended.email);
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.update({
        where: { id: suspended.id },
        data: { status: "suspended", suspendedAt: new Date() },
      }),
    );
    expect(await responseParts(await press(secret))).toEqual(unknown);
    expect((await responseParts(await open(link))).status).toBe(400);
    expect(await readPasswordLink(otherPurpose)).not.toBeNull();
  });

  test("ends nothing of the same address at another tenant", async () => {
    const email = `${randomUUID()}@example.com`;
    await aUser(acme, { email });
    await aUser(globex, { email });
    const [here, there] = [await begin(email), await begin(email, { at: globex })];
    await press(here.secret);
    const { code, headers } = there;
    expect((await callVerifyOtp(globex, { email, code }, headers)).status).toBe(200);
  });

  test("is accepted from our own page alone", async () => {
    const { email } = await aUser(acme);
    const { secret, code, headers } = await begin(email);
    for (const elsewhere of ["https://attacker.example", "null"])
      expect((await press(secret, elsewhere)).status).toBe(403);
    expect((await callVerifyOtp(acme, { email, code }, headers)).status).toBe(200);
  });
});

test("a sign-in that was finished with the code is signed out, and so is every other session", async () => {
  const { id, email } = await aUser(acme);
  const { secret, code, headers } = await begin(email);
  const verified = await callVerifyOtp(acme, { email, code }, headers);
  const { grant } = verified.body as { grant: string };
  expect((await callExchange(acme, { grant })).status).toBe(200);
  expect(await (await press(secret)).text()).toContain("Everybody is signed out");
  expect(await eventsOf(acme, id)).toEqual(
    expect.arrayContaining(["login.disowned", "session.revoked"]),
  );
});

test("a step-up that is disowned ends the session that requested it, and no other", async () => {
  const user = await aUser(acme);
  const [stolen, own] = [
    await aSession(acme, { userId: user.id }),
    await aSession(acme, { userId: user.id }),
  ];
  await sendStepUpCode(acme, stolen.id);
  const [mail] = await queuedMail(acme, user.email);
  const secret = new URL(String(mail?.props.notMeLink)).searchParams.get("token") ?? "";
  expect(await (await press(secret)).text()).toContain("the session that asked for it");
  expect(await eventsOf(acme, stolen.id)).toContain("session.revoked");
  expect(await eventsOf(acme, own.id)).not.toContain("session.revoked");
});
