import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { addTotp, bodyOf, callAuth } from "@/tests/support/call-factors";
import { callPreflight } from "@/tests/support/call-login";
import { atrium, atriumJson } from "@/tests/support/command-line";
import { queuedMail } from "@/tests/support/queued-mail";

interface Found {
  users: { id: string; tenant_id: string; locked_until: string | null }[];
}

const reset = (tenant: string, user: string, environment = "production") => [
  ...["user", "factors", "reset", user, "--tenant", tenant, "--environment", environment],
];

test("a user who has lost every factor is reset by address, and once more by id", async () => {
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

test("an unknown user, tenant and environment are refused with an explanation", async () => {
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

const place = ({ publicId }: { publicId: string }) => [
  ...["--tenant", publicId, "--environment", "production"],
];

test("a user is found in every tenant by address, id or external id, with the reason that prevents sign-in", async () => {
  const [acme, globex] = [await aTenant({ name: "Acme" }), await aTenant({ name: "Globex" })];
  const externalId = `crm-${randomUUID()}`;
  const email = `${randomUUID()}@find.example`;
  const ada = await aUser(acme, { email, externalId });
  const other = await aUser(globex, { email });
  await addTotp(acme, { userId: ada.id });
  for (let attempt = 0; attempt < 5; attempt++)
    await callPreflight(acme, { email, password: "not it at all" });

  const { users } = await atriumJson<Found>(["user", "find", email.toUpperCase()]);
  expect(users.map(({ id, tenant_id }) => [id, tenant_id])).toEqual([
    [ada.id, acme.publicId],
    [other.id, globex.publicId],
  ]);
  expect(users[0]).toMatchObject({ environment: "production", factors: ["totp"], platform: false });
  expect(Date.parse(users[0]?.locked_until ?? "")).toBeGreaterThan(Date.now());
  expect(users[1]?.locked_until).toBeNull();
  for (const meant of [ada.id, externalId])
    expect((await atriumJson<Found>(["user", "find", meant])).users.map(({ id }) => id)).toEqual([
      ada.id,
    ]);
  const inOne = await atrium(["user", "find", email, "--tenant", globex.publicId]);
  expect(inOne.stdout).toContain(other.id);
  expect(inOne.stdout).not.toContain(ada.id);
  for (const args of [["nobody@find.example"], [email.slice(1)], [email, "--tenant", "atr_none"]]) {
    const { code, stdout, stderr } = await atrium(["user", "find", ...args]);
    expect({ code, stdout }, args.join(" ")).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/There is no user/);
  }
}, 120_000);

test("a locked account is unlocked with an event in its tenant's log, and one that was not locked says so", async () => {
  const acme = await aTenant();
  await aPolicy(acme, {
    loginOtp: "never",
    lockoutThreshold: 3,
    lockoutWindowMinutes: 15,
    lockoutDurationMinutes: 60,
  });
  const user = await aUser(acme, { password: A_PASSWORD });
  const login = () => callPreflight(acme, { email: user.email, password: A_PASSWORD });
  for (let attempt = 0; attempt < 5; attempt++)
    await callPreflight(acme, { email: user.email, password: "not it at all" });
  expect((await login()).body).toMatchObject({ code: "login_temporarily_locked" });

  const unlock = ["user", "unlock", user.email, ...place(acme)];
  expect(await atriumJson(unlock)).toMatchObject({ user_id: user.id, was_locked: true });
  expect((await login()).status).toBe(200);
  expect(await eventsOf(acme, user.id)).toContain("user.unlocked");
  expect(await atriumJson(unlock)).toEqual({ user_id: user.id, was_locked: false, failures: 0 });
  const unlocked = (await eventsOf(acme, user.id)).filter((kind) => kind === "user.unlocked");
  expect(unlocked).toHaveLength(1);

  const globex = await aTenant();
  const elsewhere = await atrium(["user", "unlock", user.id, ...place(globex)]);
  expect(elsewhere).toMatchObject({ code: 1, stdout: "" });
  expect(elsewhere.stderr).toMatch(/There is no user .* atrium user find/);
  expect((await atrium(["user", "unlock", user.id])).stderr).toMatch(/Say where: --tenant/);
}, 120_000);
