import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/v1/auth/session/reverify/route";
import { secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { newId } from "@/lib/kernel/ids";
import { LEASE_SECONDS, takeFailureLease } from "@/lib/kernel/rate-limits/failure-leases";
import { bucketKey } from "@/lib/kernel/rate-limits/limiter";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aPolicy } from "@/tests/builders/a-policy";
import { aSession, type TestSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { callPreflight } from "@/tests/support/call-login";
import { call } from "@/tests/support/call-route";
import { lastCode, queuedMail } from "@/tests/support/queued-mail";

let acme: TestEnvironment;
let token: string;

beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, ["sessions:reverify"]);
});

function reverify(session: { id: string }, proof: object, headers: Record<string, string> = {}) {
  return call(POST, {
    method: "POST",
    path: "/api/v1/auth/session/reverify",
    token,
    headers,
    body: { session_id: session.id, ...proof },
  });
}

async function signedIn(scope = acme): Promise<TestSession> {
  const { id: userId } = await aUser(scope);
  return aSession(scope, { userId });
}

const stored = (session: TestSession) =>
  inPrismaTransaction(acme, ({ prisma }) =>
    prisma.session.findUniqueOrThrow({ where: { id: session.id } }),
  );
const right = { method: "password", password: A_PASSWORD };
const wrong = { method: "password", password: "not the password" };

test("the right password is a step-up for as long as the policy says", async () => {
  const session = await signedIn();
  const at = new Date();
  const answer = await atMoment(at, () => reverify(session, right));
  expect(answer).toMatchObject({
    status: 200,
    body: {
      reverified_at: at.toISOString(),
      expires_at: secondsAfter(at, 300).toISOString(),
      amr: ["pwd"],
    },
  });
  expect(await stored(session)).toMatchObject({ stepUpAt: at, stepUpAmr: ["pwd"] });
  expect(await eventsOf(acme, session.id)).toEqual(["session.created", "session.reverified"]);
});

test("a wrong password is a plain 401: status, title and detail, no code", async () => {
  const session = await signedIn();
  const answer = await reverify(session, wrong);
  expect(answer.status).toBe(401);
  expect(Object.keys(answer.body as object).sort()).toEqual(["detail", "status", "title"]);
  expect((await stored(session)).stepUpAt).toBeNull();
  expect(await eventsOf(acme, session.id)).toContain("session.reverify_failed");
});

test("a user without a password is refused like one with another", async () => {
  const session = await aSession(acme);
  const [without, other] = [
    await reverify(session, right),
    await reverify(await signedIn(), wrong),
  ];
  expect(without.status).toBe(401);
  expect(without.text).toBe(other.text);
});

describe("the code by email", () => {
  const send = (session: TestSession) => reverify(session, { method: "email_otp" });
  const answerWith = (session: TestSession, code: string, headers?: Record<string, string>) =>
    reverify(session, { method: "email_otp", code }, headers);

  test("it is sent on request, and the right one steps up and proves the address", async () => {
    const session = await signedIn();
    const sent = await send(session);
    expect(sent).toMatchObject({
      status: 202,
      body: {
        challenge: {
          type: "email_otp",
          code_length: 6,
          masked_email: expect.stringContaining("@"),
        },
      },
    });
    const [mail] = await queuedMail(acme, session.email);
    expect(mail?.template).toBe("step_up_code");
    const answer = await answerWith(session, await lastCode(acme, session.email));
    expect(answer).toMatchObject({ status: 200, body: { amr: ["pwd", "otp"] } });
    const user = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.findUniqueOrThrow({ where: { id: session.userId } }),
    );
    expect(user.emailVerifiedMethod).toBe("service_otp");
  });

  test("it works once, and with the challenge's token as well", async () => {
    const session = await signedIn();
    const { body } = await send(session);
    const { challenge } = body as { challenge: { token: string } };
    const code = await lastCode(acme, session.email);
    const headers = { "x-login-challenge": challenge.token };
    expect((await answerWith(session, code, headers)).status).toBe(200);
    expect((await answerWith(session, code, headers)).status).toBe(401);
  });

  test("it steps up at most once in twenty parallel redemptions", async () => {
    const session = await signedIn();
    await send(session);
    const code = await lastCode(acme, session.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => answerWith(session, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("beyond the limit the challenge says that none was sent, and the last one works", async () => {
    const session = await signedIn();
    for (let sent = 0; sent < 5; sent++)
      expect((await send(session)).body).not.toHaveProperty("challenge.sent");
    const code = await lastCode(acme, session.email);
    const withheld = await send(session);
    expect(withheld).toMatchObject({ status: 202, body: { challenge: { sent: false } } });
    expect(await queuedMail(acme, session.email)).toHaveLength(5);
    expect(await eventsOf(acme, session.id)).toContain("login.code_withheld");
    expect((await answerWith(session, code)).status).toBe(200);
  });

  test("it is not sent while proofs are locked", async () => {
    const session = await signedIn();
    for (let attempt = 0; attempt < 5; attempt++) await reverify(session, wrong);
    const refused = await send(session);
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await queuedMail(acme, session.email)).toEqual([]);
  });

  test("another session's code, a login's code and a wrong one are all the plain 401", async () => {
    const session = await signedIn();
    const other = await aSession(acme, { userId: session.userId });
    await send(other);
    const othersCode = await lastCode(acme, session.email);
    expect((await answerWith(session, othersCode)).status).toBe(401);
    await callPreflight(acme, { email: session.email, password: A_PASSWORD });
    const loginCode = await lastCode(acme, session.email);
    const answer = await answerWith(session, loginCode);
    expect(answer.status).toBe(401);
    expect(answer.body).not.toHaveProperty("code");
  });
});

describe("the brake", () => {
  test("five failures are answered as failures, the next has to wait, even with the right proof", async () => {
    const session = await signedIn();
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await reverify(session, wrong)).status).toBe(401);
    for (const proof of [wrong, right]) {
      const refused = await reverify(session, proof);
      expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
      const wait = Number(refused.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(900);
    }
  });

  test("it counts for the user, through any session", async () => {
    const session = await signedIn();
    const second = await aSession(acme, { userId: session.userId });
    for (let attempt = 0; attempt < 5; attempt++)
      await reverify(attempt % 2 ? session : second, wrong);
    expect((await reverify(second, right)).status).toBe(429);
    expect((await reverify(await signedIn(), right)).status).toBe(200);
  });

  test("five of fifty parallel guesses are verified", async () => {
    const session = await signedIn();
    const answers = await Promise.all(Array.from({ length: 50 }, () => reverify(session, wrong)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
  });

  test("a right proof costs nothing", async () => {
    const session = await signedIn();
    for (let attempt = 0; attempt < 7; attempt++)
      expect((await reverify(session, right)).status).toBe(200);
  });

  test("right proofs that arrive together wait for each other, and all of them are accepted", async () => {
    const session = await signedIn();
    const answers = await Promise.all(Array.from({ length: 12 }, () => reverify(session, right)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await reverify(session, wrong)).status).toBe(401);
    expect((await reverify(session, right)).status).toBe(429);
  });

  test("it locks a user out no longer than a lease when a process died during a verification", async () => {
    const session = await signedIn();
    const { proofFailures: points, proofWindowSeconds: seconds } = config().limits;
    const budget = { name: "reverify", points, seconds };
    for (let lease = 0; lease < points; lease++)
      await takeFailureLease(unscoped, {
        budget,
        key: bucketKey(acme.tenantId, session.userId),
      });
    const later = secondsAfter(new Date(), LEASE_SECONDS + 1);
    const answer = await atMoment(later, () => reverify(session, right));
    expect(answer.status).toBe(200);
  });

  test("it never uses up the login's budget", async () => {
    const own = await aTenant();
    const bearer = await aMachineToken(own, ["sessions:reverify"]);
    await aPolicy(own, { loginOtp: "never" });
    const session = await signedIn(own);
    for (let attempt = 0; attempt < 6; attempt++)
      await call(POST, {
        method: "POST",
        path: "/api/v1/auth/session/reverify",
        token: bearer,
        body: { session_id: session.id, ...wrong },
      });
    const login = await callPreflight(own, { email: session.email, password: A_PASSWORD });
    expect(login).toMatchObject({ status: 200, body: { status: "grant" } });
  });
});

test("an unusable session is reported by its reason before any proof is verified", async () => {
  expect(await reverify({ id: newId() }, right)).toMatchObject({
    status: 401,
    body: { code: "not_found" },
  });
  const foreign = await signedIn(await aTenant());
  expect(await reverify(foreign, right)).toMatchObject({ body: { code: "not_found" } });
});

test("a body that mixes methods, or names none, is a 400", async () => {
  const session = await signedIn();
  for (const proof of [
    {},
    { method: "sms" },
    { method: "password" },
    { method: "password", password: A_PASSWORD, code: "123456" },
    { method: "email_otp", password: A_PASSWORD },
  ])
    expect((await reverify(session, proof)).status).toBe(400);
});
