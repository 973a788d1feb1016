import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { liveAdministrator } from "@/lib/core/administrators/live-administrator";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";
import { inviteOperator } from "@/lib/core/operators/invite-operator";
import { listOperators } from "@/lib/core/operators/list-operators";
import { listTenants } from "@/lib/core/operators/list-tenants";
import { removeOperator } from "@/lib/core/operators/remove-operator";
import { redeemPasswordLink } from "@/lib/core/password-links/redeem-password-link";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { noRequest } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aSession } from "@/tests/builders/a-session";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { eventsOf } from "@/tests/support/audit-events";
import { queuedMail } from "@/tests/support/queued-mail";

const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
const anAddress = () => `${randomUUID()}@operators.example`;
const platform = async () => {
  const found = await readPlatform();
  if (!found) throw new Error("there is no platform");
  return { ...found, environmentKey: "platform", ...by };
};
const secretOf = (link: string | null) => new URL(link ?? "").searchParams.get("token") ?? "";

/** A user signed in to the dashboard, as its cookie names them. */
async function signedIn(userId: string) {
  const scope = await platform();
  const session = await aSession(scope, { userId, kind: "hosted", oidcSessionUid: randomUUID() });
  const sid = randomUUID();
  await inPrismaTransaction(scope, async ({ prisma, tenantId, environmentId }) => {
    const client = await prisma.oidcClient.findFirstOrThrow({ where: { environmentId } });
    await prisma.sessionClient.create({
      data: { tenantId, environmentId, sessionId: session.id, oidcClientId: client.id, sid },
    });
  });
  return { userId, sid };
}

test("inviting the first operator creates the platform, mails a link, and works on every page", async () => {
  const email = anAddress();
  const invited = await inviteOperator(by, email, { mail: true });
  expect(invited).toMatchObject({ email, mailed: true, expiresAt: expect.any(Date) });
  const [mail] = await queuedMail(await platform(), email);
  expect(mail).toMatchObject({ template: "set_password" });
  const events = await eventsOf(await platform(), invited.userId);
  expect(events).toEqual(["user.created", "operator.added", "user.invited", "user.invited"]);
  const token = await signedIn(invited.userId);
  expect(await liveAdministrator(token)).toMatchObject({ email, isOperator: true, tenants: [] });
  expect(await listOperators()).toMatchObject([{ email, hasPassword: false }]);
});

test("the link sets a password once; a user who has one is invited without a link and without a mail", async () => {
  const email = anAddress();
  const { link, userId } = await inviteOperator(by, email, { mail: false });
  await redeemPasswordLink(secretOf(link), "a long enough passphrase", noRequest);
  const again = redeemPasswordLink(secretOf(link), "another long passphrase", noRequest);
  await expect(again).rejects.toMatchObject({ reason: "missing" });
  const invitedAgain = await inviteOperator(by, email, { mail: true });
  expect(invitedAgain).toEqual({ userId, email, link: null, expiresAt: null, mailed: false });
});

test("of twenty parallel invitations one makes the operator, and each has a link", async () => {
  const email = anAddress();
  const all = await Promise.all(
    Array.from({ length: 20 }, () => inviteOperator(by, email, { mail: false })),
  );
  expect(new Set(all.map(({ userId }) => userId)).size).toBe(1);
  expect(new Set(all.map(({ link }) => link)).size).toBe(20);
  const events = await eventsOf(await platform(), all[0]?.userId ?? "");
  expect(events.filter((kind) => kind === "operator.added")).toHaveLength(1);
});

test("a removed operator is none on the next page, and may be invited again", async () => {
  const email = anAddress();
  const { userId } = await inviteOperator(by, email, { mail: false });
  const token = await signedIn(userId);
  await removeOperator(by, email.toUpperCase());
  expect(await liveAdministrator(token)).toMatchObject({ isOperator: false });
  await expect(removeOperator(by, email)).rejects.toMatchObject({ reason: "missing" });
  await inviteOperator(by, email, { mail: false });
  expect(await liveAdministrator(token)).toMatchObject({ isOperator: true });
  const kinds = (await eventsOf(await platform(), userId)).filter((k) => k.startsWith("operator."));
  expect(kinds).toEqual(["operator.added", "operator.removed", "operator.added"]);
});

test("an invalid address, and a suspended account, make no operator", async () => {
  for (const wrong of ["nobody", "a@b\r\nc@d.example", ""])
    await expect(inviteOperator(by, wrong, { mail: false })).rejects.toMatchObject({
      reason: "unprocessable",
    });
  const { email, id } = await aUser(await platform());
  await suspendUser(await platform(), id, null);
  await expect(inviteOperator(by, email, { mail: false })).rejects.toMatchObject({
    reason: "conflict",
  });
});

test("a tenant cannot make one of its own users an operator, by any write", async () => {
  const acme = await aTenant();
  const { id } = await aUser(acme);
  const { tenantId, environmentId } = acme;
  const row = { tenantId, environmentId, userId: id };
  const forged = inPrismaTransaction(acme, ({ prisma }) => prisma.operator.create({ data: row }));
  await expect(forged).rejects.toThrow(/platform tenant only/);
  const crossed = inPrismaTransaction(await platform(), ({ prisma }) =>
    prisma.operator.create({ data: row }),
  );
  await expect(crossed).rejects.toThrow(/row-level security/);
});

test("an operator acts in an existing environment, and never in the platform's own", async () => {
  const acme = await aTenant();
  expect(await callerInTenant(by, acme.publicId, "production")).toMatchObject({
    tenantId: acme.tenantId,
    environmentId: acme.environmentId,
    actor: by.actor,
  });
  await expect(callerInTenant(by, acme.publicId, "nowhere")).rejects.toThrow();
  const { tenantId } = await platform();
  const { publicId } = await inPrismaTransaction(await platform(), ({ prisma }) =>
    prisma.tenant.findUniqueOrThrow({ where: { id: tenantId } }),
  );
  await expect(callerInTenant(by, publicId, "platform")).rejects.toThrow();
});

test("pages of tenants follow one another without a gap and without a repetition", async () => {
  for (let i = 0; i < 7; i++) await aTenant({ name: `Page ${i % 3}` });
  const all = (await listTenants({ q: "Page " })).map(({ publicId }) => publicId);
  const paged: string[] = [];
  for (let after: string | undefined; ; after = paged.at(-1)) {
    const page = await listTenants({ q: "Page ", after, atMost: 2 });
    paged.push(...page.map(({ publicId }) => publicId));
    if (page.length < 2) break;
  }
  expect(paged).toEqual(all);
  expect(all).toHaveLength(7);
});
