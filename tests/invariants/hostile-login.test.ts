import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { sealResetRequest } from "@/lib/core/password-links/reset-request";
import { sendPasswordReset } from "@/lib/core/password-links/send-password-reset";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import {
  callExchange,
  callForgot,
  callPreflight,
  callRedeem,
  callVerifyOtp,
  comparable,
} from "@/tests/support/call-login";
import { lastCode } from "@/tests/support/queued-mail";

// Hostile input of a login: bytes that storage can't hold, and one user's proofs for another's.

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
});

const HOSTILE = [
  "ada\u0000@example.com",
  "\u0000",
  "ada@example.com\r\nBcc: eve@example.com",
  "\ud800@example.com",
  "аda@example.com",
  "ada@example.com' OR '1'='1",
  "x".repeat(320),
  "ﬀ@example.com",
];

describe.each(HOSTILE.map((email) => [JSON.stringify(email).slice(0, 40), email]))(
  "as an address, %s",
  (_, email) => {
    test("is answered like an unknown one", async () => {
      const unknownUser = comparable(
        await callPreflight(acme, { email: `${randomUUID()}@example.com`, password: "not it" }),
      );
      expect(comparable(await callPreflight(acme, { email, password: "not it" }))).toEqual(
        unknownUser,
      );
      expect(comparable(await callVerifyOtp(acme, { email, code: "000000" }))).toEqual(unknownUser);
      const accepted = await callForgot(acme, { email });
      expect([accepted.status, accepted.body]).toEqual([202, { status: "accepted" }]);
      const { tenantId, environmentId } = acme;
      const request = sealResetRequest(acme, { email, context: acme.context });
      await sendPasswordReset({ tenantId, environmentId, request }, async () => {});
    });
  },
);

test("a password of any characters is looked at, and of more than 1024 is malformed", async () => {
  const { email } = await aUser(acme);
  for (const password of ["\u0000", `${A_PASSWORD}\u0000`, "\ud800", "💥".repeat(256)])
    expect((await callPreflight(acme, { email, password })).status).toBe(401);
  const long = await callPreflight(acme, { email, password: "x".repeat(1025) });
  expect(long).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining("password") },
  });
});

test("codes, device names, grants and tokens with a NUL are refused and never a failure of ours", async () => {
  const { email } = await aUser(acme);
  const answers = [
    await callVerifyOtp(acme, { email, code: "12345\u0000" }),
    await callVerifyOtp(acme, { email, code: "123456", device_name: "Ada\u0000" }),
    await callVerifyOtp(acme, { email, code: "123456", device_name: "Ada\r\nX: y" }),
    await callExchange(acme, { grant: "agr_\u0000" }),
    await callRedeem(acme, { token: "alk_\u0000", new_password: "nine rivers, one oar" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 401, 401]);
});

test("an invalid address of an end user is ignored, and an agent of any length is cut", async () => {
  const { email } = await aUser(acme);
  for (const address of [
    "not an address",
    "203.0.113.7, 10.0.0.1",
    "::1%eth0\tx",
    "127.0.0.1:80:90",
  ]) {
    const headers = { "x-end-user-ip": address, "x-end-user-agent": "é".repeat(4000) };
    expect((await callPreflight(acme, { email, password: A_PASSWORD }, headers)).status).toBe(200);
  }
  const contexts = await inPrismaTransaction(
    acme,
    ({ prisma }) => prisma.$queryRaw<{ ip: string | null; agent: string | null }[]>`
      SELECT context ->> 'ip_address' AS ip, context ->> 'user_agent' AS agent
      FROM audit_events WHERE kind = 'login.code_sent' ORDER BY id DESC LIMIT 4`,
  );
  expect(contexts.map(({ ip }) => ip)).toEqual([null, null, null, null]);
  for (const { agent } of contexts) expect(agent?.length).toBeLessThanOrEqual(512);
});

async function begin(scope: TestEnvironment, email: string) {
  const answer = await callPreflight(scope, { email, password: A_PASSWORD });
  const { challenge } = answer.body as { challenge: { token: string } };
  return { code: await lastCode(scope, email), headers: { "x-login-challenge": challenge.token } };
}

describe("one login's proofs", () => {
  test("open nothing in another tenant, for the same address and the same password", async () => {
    const { email } = await aUser(acme);
    await aUser(globex, { email });
    const [here, there] = [await begin(acme, email), await begin(globex, email)];
    const replays = [
      await callVerifyOtp(globex, { email, code: here.code }, here.headers),
      await callVerifyOtp(globex, { email, code: there.code }, here.headers),
    ];
    expect(replays.map(({ status }) => status)).toEqual([401, 401]);
    expect((await callVerifyOtp(acme, { email, code: here.code }, here.headers)).status).toBe(200);
    expect((await callVerifyOtp(globex, { email, code: there.code }, there.headers)).status).toBe(
      200,
    );
  });

  test("open nothing for another user of the same tenant", async () => {
    const [ada, eve] = [await aUser(acme), await aUser(acme)];
    const [hers, mine] = [await begin(acme, ada.email), await begin(acme, eve.email)];
    const replays = [
      await callVerifyOtp(acme, { email: ada.email, code: mine.code }, mine.headers),
      await callVerifyOtp(acme, { email: ada.email, code: mine.code }, hers.headers),
      await callVerifyOtp(acme, { email: eve.email, code: hers.code }, hers.headers),
    ];
    expect(replays.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(
      (await callVerifyOtp(acme, { email: ada.email, code: hers.code }, hers.headers)).status,
    ).toBe(200);
  });

  test("a grant is worthless in another tenant and is not spent there", async () => {
    const open = await aTenant();
    await aPolicy(open, { loginOtp: "never" });
    const { email } = await aUser(open);
    const answer = await callPreflight(open, { email, password: A_PASSWORD });
    const { grant } = answer.body as { grant: string };
    expect((await callExchange(globex, { grant })).status).toBe(401);
    expect((await callExchange(open, { grant })).status).toBe(200);
  });

  test("a trusted device's token replaces no other user's code, here or in another tenant", async () => {
    const [ada, eve] = [await aUser(acme), await aUser(acme)];
    await aUser(globex, { email: ada.email });
    const { code, headers } = await begin(acme, ada.email);
    const body = { email: ada.email, code, remember_device: true };
    const trusted = await callVerifyOtp(acme, body, headers);
    const { token } = (trusted.body as { trusted_device: { token: string } }).trusted_device;
    const stage = async (scope: TestEnvironment, email: string) =>
      (
        (await callPreflight(scope, { email, password: A_PASSWORD }, { "x-trusted-device": token }))
          .body as { status: string }
      ).status;
    expect(await stage(acme, eve.email)).toBe("otp_required");
    expect(await stage(globex, ada.email)).toBe("otp_required");
    expect(await stage(acme, ada.email)).toBe("grant");
  });
});
