import { pbkdf2Sync } from "node:crypto";
import { hash as bcrypt } from "@node-rs/bcrypt";
import { beforeAll, describe, expect, test } from "vitest";
import { passwordHashCount } from "@/lib/core/passwords/password-hash";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { callPreflight, comparable } from "@/tests/support/call-login";
import { statementsOf } from "@/tests/support/statements";
import { untilBlocked } from "@/tests/support/until-blocked";

let acme: TestEnvironment;
let trusting: TestEnvironment;

beforeAll(async () => {
  [acme, trusting] = [await aTenant(), await aTenant()];
  await aPolicy(trusting, { loginOtp: "never" });
});

/** One address for each way in which a password can be refused. */
async function refusals(): Promise<[string, string, string][]> {
  const known = await aUser(acme);
  const suspended = await aUser(acme, { suspended: true });
  const bare = await aUser(acme, { password: null });
  return [
    ["unknown address", "nobody@example.com", A_PASSWORD],
    ["no address at all", "not an address", A_PASSWORD],
    ["wrong password", known.email, `${A_PASSWORD}!`],
    ["suspended user, right password", suspended.email, A_PASSWORD],
    ["user without a password", bare.email, A_PASSWORD],
  ];
}

const verifiedHash = async (id: string) =>
  (await inPrismaTransaction(trusting, ({ prisma }) => prisma.user.findFirst({ where: { id } })))
    ?.passwordHash;

describe("a refused password", () => {
  test("gets a response with the same bytes and headers for every cause", async () => {
    const answers = [];
    for (const [, email, password] of await refusals())
      answers.push(comparable(await callPreflight(acme, { email, password })));
    expect(answers[0]?.status).toBe(401);
    expect(JSON.parse(answers[0]?.text ?? "")).toMatchObject({ code: "invalid_credentials" });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("costs one password hash and the same statements in the same order", async () => {
    const work = [];
    // The first call of a secret in a while also notes its use.
    await callPreflight(acme, { email: "first@example.com", password: "x" });
    for (const [, email, password] of await refusals()) {
      const before = passwordHashCount();
      const statements = await statementsOf(() => callPreflight(acme, { email, password }));
      work.push({ hashes: passwordHashCount() - before, statements });
    }
    expect(work[0]?.hashes).toBe(1);
    // The caller; the subject and a lease; the failure and its event.
    expect(work[0]?.statements).toHaveLength(3);
    for (const done of work) expect(done).toEqual(work[0]);
  });

  test("costs the same number of hashes for every address, also when most users have imported ones", async () => {
    const moving = await aTenant();
    await callPreflight(moving, { email: "first@example.com", password: "x" });
    const imported = await bcrypt(A_PASSWORD, 4);
    const movers = [await aUser(moving, { passwordHash: imported })];
    movers.push(await aUser(moving, { passwordHash: await bcrypt(A_PASSWORD, 4) }));
    const bare = await aUser(moving, { password: null });
    const causes = [
      [(await aUser(moving)).email, "not it at all"],
      [movers[0]?.email ?? "", "not it at all"],
      ["nobody@example.com", A_PASSWORD],
      [(await aUser(moving, { suspended: true })).email, A_PASSWORD],
      [(await aUser(moving, { suspended: true, passwordHash: imported })).email, A_PASSWORD],
      [bare.email, A_PASSWORD],
    ] as const;
    const work = [];
    for (const [email, password] of causes) {
      const before = passwordHashCount();
      const statements = await statementsOf(() => callPreflight(moving, { email, password }));
      work.push({ hashes: passwordHashCount() - before, statements });
    }
    expect(work[0]?.hashes).toBe(2);
    for (const done of work) expect(done).toEqual(work[0]);
  });

  test("is recorded in the same shape, and names a user only if there is one", async () => {
    const user = await aUser(acme);
    const context = { "x-end-user-ip": "203.0.113.9", "x-end-user-agent": "Test/1" };
    for (const email of [user.email, "nobody-either@example.com"])
      await callPreflight(acme, { email, password: "not it at all" }, context);
    const events = await inPrismaTransaction(
      acme,
      ({ prisma }) => prisma.$queryRaw<
        { targets: unknown[]; metadata: unknown; context: object }[]
      >`
        SELECT targets, metadata, context FROM audit_events WHERE kind = 'login.failed' ORDER BY id DESC LIMIT 2`,
    );
    const [unknown, known] = events;
    expect(known?.targets).toEqual([{ type: "user", id: user.id }]);
    expect(unknown?.targets).toEqual([]);
    expect(unknown?.metadata).toEqual(known?.metadata);
    expect(known?.context).toMatchObject({ ip_address: "203.0.113.9", user_agent: "Test/1" });
  });
});

describe("a right password", () => {
  test("costs two round trips besides the caller's: the subject with a lease, and everything that follows", async () => {
    const { email } = await aUser(trusting);
    const login = () => callPreflight(trusting, { email, password: A_PASSWORD });
    await login();
    const statements = await statementsOf(login);
    expect(statements).toHaveLength(3);
    expect(statements[2]).toMatch(/audit_events.*one_time_secrets.*rate_limit_buckets/);
  });

  test("that was changed during its verification signs no user in, and counts as a failure", async () => {
    const user = await aUser(trusting);
    const before = await verifiedHash(user.id);
    const changed = callPreflight(trusting, { email: user.email, password: A_PASSWORD });
    await inPrismaTransaction(trusting, async ({ prisma }) => {
      // Holds the row until after the password was found right.
      await prisma.user.updateMany({
        where: { id: user.id },
        data: { passwordHash: `${before}x` },
      });
      await untilBlocked();
    });
    expect((await changed).status).toBe(401);
    expect(await eventsOf(trusting, user.id)).toEqual(["login.failed"]);
    const grants = await inPrismaTransaction(trusting, ({ prisma }) =>
      prisma.oneTimeSecret.count({ where: { userId: user.id } }),
    );
    expect(grants).toBe(0);
  });

  test("is a grant when the policy requires no code, for any case of the address", async () => {
    const user = await aUser(trusting);
    const { status, body } = await callPreflight(trusting, {
      email: user.email.toUpperCase(),
      password: A_PASSWORD,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "grant",
      grant: expect.stringMatching(/^agr_/),
      grant_expires_at: expect.stringMatching(/Z$/),
      trusted_device: null,
    });
    expect(await eventsOf(trusting, user.id)).toEqual(["login.succeeded"]);
  });

  test("leads to a code by the platform's default", async () => {
    const user = await aUser(acme);
    const { status, body } = await callPreflight(acme, { email: user.email, password: A_PASSWORD });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "otp_required",
      challenge: {
        type: "email_otp",
        methods: ["email_otp"],
        token: expect.stringMatching(/^alc_/),
        masked_email: expect.stringContaining("@example.com"),
        code_length: 6,
        expires_at: expect.stringMatching(/Z$/),
        resend_after_seconds: 30,
        remember_device_allowed: true,
        trusted_device_days: 30,
      },
    });
    expect(await eventsOf(acme, user.id)).toEqual(["login.code_sent"]);
  });

  test("is refused in another tenant", async () => {
    const user = await aUser(acme);
    const { status } = await callPreflight(trusting, { email: user.email, password: A_PASSWORD });
    expect(status).toBe(401);
  });

  test("in another composition of the same characters is right as well", async () => {
    const user = await aUser(trusting, { password: "Gr\u00fcne Br\u00fccke 4" });
    const { status } = await callPreflight(trusting, {
      email: user.email,
      password: "Gru\u0308ne Bru\u0308cke 4",
    });
    expect(status).toBe(200);
  });
});

test("an imported hash is replaced by argon2id at the first sign-in", async () => {
  const key = pbkdf2Sync(A_PASSWORD, "c2FsdHk", 20_000, 32, "sha256").toString("base64");
  const user = await aUser(trusting, { passwordHash: `pbkdf2_sha256$20000$c2FsdHk$${key}` });
  const login = { email: user.email, password: A_PASSWORD };
  expect((await callPreflight(trusting, login)).status).toBe(200);
  const stored = await inPrismaTransaction(trusting, ({ prisma }) =>
    prisma.user.findUniqueOrThrow({ where: { id: user.id } }),
  );
  expect(stored.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(stored.passwordChangedAt).toBeNull();
  expect((await callPreflight(trusting, login)).status).toBe(200);
});

test.each(["never", "always"] as const)(
  "five parallel first sign-ins with an imported hash all succeed (a code is required: %s)",
  async (loginOtp) => {
    const tenant = await aTenant();
    await aPolicy(tenant, { loginOtp });
    const key = pbkdf2Sync(A_PASSWORD, "c2FsdHk", 20_000, 32, "sha256").toString("base64");
    const user = await aUser(tenant, { passwordHash: `pbkdf2_sha256$20000$c2FsdHk$${key}` });
    const login = { email: user.email, password: A_PASSWORD };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => callPreflight(tenant, login)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await eventsOf(tenant, user.id)).not.toContain("login.failed");
  },
);

test.each([
  [{ email: "a@example.com" }, "password"],
  [{ email: "a@example.com", password: 7 }, "password"],
  [{ email: "a@example.com", password: "x", tenant: "atr_" }, "tenant"],
  [{ email: "", password: "x" }, "email"],
])("a malformed body %j is a 400 that names %s", async (body, field) => {
  const answer = await callPreflight(acme, body);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(field);
});
