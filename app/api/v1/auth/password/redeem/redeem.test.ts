import { beforeAll, expect, test } from "vitest";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import type { LinkPurpose } from "@/lib/core/one-time/link";
import { readPasswordLink } from "@/lib/core/password-links/read-password-link";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { callExchange, callPreflight, callRedeem, comparable } from "@/tests/support/call-login";

const NEW_PASSWORD = "nine rivers, one oar";
let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
});

async function aLink(purpose: LinkPurpose, { emailed = true, scope = acme } = {}) {
  const user = await aUser(scope, purpose === "password_reset" ? {} : { password: null });
  const issued = await inPrismaTransaction(scope, (t) =>
    issueOneTimeSecret(t, purpose, user.id, { emailed }),
  );
  return { user, token: issued.secret };
}

const redeem = (token: string, scope = acme) =>
  callRedeem(scope, { token, new_password: NEW_PASSWORD });
const grantOf = (body: unknown) => (body as { grant: string }).grant;
const methodOf = async (id: string) =>
  (
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.user.findUniqueOrThrow({ where: { id } }),
    )
  ).emailVerifiedMethod;

test.each([
  ["password_reset", "password_reset"],
  ["invitation", "invitation"],
  ["onboarding", "invitation"],
] as const)("an emailed %s link signs in, and its session says so as %s", async (purpose, kind) => {
  const { user, token } = await aLink(purpose);
  const redeemed = await redeem(token);
  expect(redeemed).toMatchObject({ status: 200, body: { status: "grant" } });
  const session = await callExchange(acme, { grant: grantOf(redeemed.body) });
  expect(session).toMatchObject({ status: 200, body: { user: { id: user.id }, kind } });
  expect(await methodOf(user.id)).toBe("service_token");
  expect(await eventsOf(acme, user.id)).toContain("login.succeeded");
  const login = { email: user.email, password: NEW_PASSWORD };
  expect((await callPreflight(acme, login)).status).toBe(200);
});

test("a link that the API returned sets the password, proves no address, and leaves the sign-in to the policy", async () => {
  const { user, token } = await aLink("set_password", { emailed: false });
  expect(await redeem(token)).toMatchObject({
    status: 200,
    body: { status: "sign_in_required" },
  });
  expect(await methodOf(user.id)).toBeNull();
  const open = await aTenant();
  await aPolicy(open, { loginOtp: "never" });
  const other = await aLink("set_password", { emailed: false, scope: open });
  expect(await redeem(other.token, open)).toMatchObject({ body: { status: "grant" } });
});

test("one of twenty parallel redemptions wins, and the others are the same refusal", async () => {
  const { token } = await aLink("password_reset");
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(token)));
  const [refused] = answers.filter(({ status }) => status !== 200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(refused).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
  const unknown = comparable(await redeem("alk_nothing"));
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(comparable(answer)).toEqual(unknown);
});

test("opening it, a refused password and another tenant's attempt spend nothing", async () => {
  const { token } = await aLink("password_reset");
  for (let open = 0; open < 3; open++) expect(await readPasswordLink(token)).not.toBeNull();
  const weak = await callRedeem(acme, { token, new_password: "password" });
  expect(weak).toMatchObject({ status: 422, body: { detail: expect.any(String) } });
  const foreign = await redeem(token, globex);
  expect(comparable(foreign)).toEqual(comparable(await redeem("alk_nothing", globex)));
  expect((await redeem(token)).status).toBe(200);
});

test("a grant is no link, and a link is no grant", async () => {
  const { user, token } = await aLink("password_reset");
  const grant = await inPrismaTransaction(acme, (t) => issueOneTimeSecret(t, "grant", user.id));
  expect((await redeem(grant.secret)).status).toBe(401);
  expect((await callExchange(acme, { grant: token })).status).toBe(401);
  expect((await redeem(token)).status).toBe(200);
});
