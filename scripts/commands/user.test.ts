import { expect, test } from "vitest";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { addTotp, bodyOf, callAuth } from "@/tests/support/call-factors";
import { atrium, atriumJson } from "@/tests/support/command-line";
import { queuedMail } from "@/tests/support/queued-mail";

const reset = (tenant: string, user: string, environment = "production") => [
  ...["user", "factors", "reset", user, "--tenant", tenant, "--environment", environment],
];

test("a user who has lost everything is reset by address, and once more by id", async () => {
  const acme = await aTenant();
  const user = await aUser(acme);
  const { answer } = await addTotp(acme, { userId: user.id });
  bodyOf(answer);
  const first = await atriumJson(reset(acme.publicId, user.email.toUpperCase()));
  expect(first).toEqual({ user_id: user.id, factors_removed: 1, sessions_revoked: 1 });
  const again = await atriumJson(reset(acme.publicId, user.id));
  expect(again).toEqual({ user_id: user.id, factors_removed: 0, sessions_revoked: 0 });
  expect(await eventsOf(acme, user.id)).toContain("factors.reset");
  const [mail] = await queuedMail(acme, user.email);
  expect(mail).toMatchObject({ template: "factors_changed", props: { occasion: "factors_reset" } });
  expect((await callAuth(acme, "recovery-codes", { session_id: user.id })).status).toBe(401);
}, 120_000);

test("an unknown user, tenant and environment are refused in words", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const { email } = await aUser(globex);
  const attempts: [string[], RegExp][] = [
    [reset(acme.publicId, email), /There is no user .* in the environment/],
    [reset("atr_AAAAAAAAAAAAAAAAAAAAAA", email), /There is no tenant/],
    [reset(globex.publicId, email, "moon"), /no environment moon/],
  ];
  for (const [args, words] of attempts) {
    const { code, stdout, stderr } = await atrium(args);
    expect({ code, stdout }, args.join(" ")).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(words);
  }
}, 120_000);
