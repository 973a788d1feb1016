import { beforeAll, beforeEach, expect, test } from "vitest";
import { addAdministrator } from "@/lib/core/administrators/add-administrator";
import type { AdministratorRole } from "@/lib/core/administrators/administrator";
import {
  resolveAdministrator,
  resolveInvitations,
} from "@/lib/core/administrators/administrator-store";
import { answerInvitation } from "@/lib/core/administrators/answer-invitation";
import { changeAdministratorRole } from "@/lib/core/administrators/change-administrator-role";
import {
  inviteAdministrator,
  inviteAdministratorAgain,
} from "@/lib/core/administrators/invite-administrator";
import { readAdministrators } from "@/lib/core/administrators/read-administrators";
import { removeAdministrator } from "@/lib/core/administrators/remove-administrator";
import { readPasswordLink } from "@/lib/core/password-links/read-password-link";
import { redeemPasswordLink } from "@/lib/core/password-links/redeem-password-link";
import { inPlatformAs, platformScope } from "@/lib/core/platform/in-platform";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { createUser } from "@/lib/core/users/create-user";
import { type Caller, noRequest } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { queuedMail } from "@/tests/support/queued-mail";

let acme: TestEnvironment;
let owner: Caller & { userId: string };
let counter = 0;

beforeAll(async () => {
  await setUpPlatform({ type: "operator", id: "tests" });
});
beforeEach(async () => {
  acme = await aTenant({ name: "Acme" });
  owner = await anAdministrator("owner");
});

/** A user with an account who administers Acme, as the caller of its use cases. */
async function anAdministrator(role: AdministratorRole, tenant = acme) {
  const email = address();
  const { user } = await createUser(await inPlatformAs(tenant), {
    email,
    password: "quiet-lemon-42-train",
  });
  await addAdministrator(tenant, user, role);
  return {
    ...tenant,
    actor: { type: "administrator" as const, id: user.id, name: email },
    userId: user.id,
    email,
  };
}

function address() {
  counter += 1;
  return `admin-${counter}-${newId().slice(-6)}@example.com`;
}

const mailTo = async (email: string) => queuedMail(await inPlatformAs(acme), email);
const kinds = async () =>
  (
    await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.auditEvent.findMany({
        where: { kind: { startsWith: "administrator." } },
        orderBy: { id: "asc" },
      }),
    )
  ).map(({ kind }) => kind);
const roles = async () =>
  Object.fromEntries((await readAdministrators(acme)).map((one) => [one.userId, one.role]));

/** Accepts or declines a user's invitation. */
async function answer(userId: string, accepted = true): Promise<void> {
  const [invitation] = await resolveInvitations(userId);
  const person = { userId, email: "typed@elsewhere.example", context: noRequest };
  await answerInvitation(person, invitation?.id ?? "", accepted);
}

test("an invited user gets a link by mail, sets a password by it, accepts, and administers the tenant", async () => {
  const email = address();
  const { userId } = await inviteAdministrator(owner, { email, role: "viewer" });
  expect(await readAdministrators(acme)).toContainEqual(
    expect.objectContaining({
      userId,
      email,
      role: "viewer",
      status: "invited",
      lastSignInAt: null,
    }),
  );
  const [mail] = await mailTo(email);
  expect(mail?.props).toMatchObject({
    occasion: "administration",
    inviterName: owner.actor.name,
    organizationName: "Acme",
  });
  const token = new URL(String(mail?.props.link)).searchParams.get("token") ?? "";
  await redeemPasswordLink(token, "quiet-lemon-42-train", noRequest);
  expect(await resolveAdministrator(userId)).toEqual([]);
  await answer(userId);
  expect((await readAdministrators(acme)).find((one) => one.userId === userId)?.status).toBe(
    "active",
  );
  expect(await resolveAdministrator(userId)).toMatchObject([
    { tenantName: "Acme", role: "viewer" },
  ]);
  expect(await kinds()).toEqual([
    ...["administrator.added", "administrator.invited", "administrator.added"],
  ]);
});

test("an invited user with an account gets a mail without a link", async () => {
  const email = address();
  const { user } = await createUser(await inPlatformAs(acme), {
    email,
    password: "quiet-lemon-42-train",
  });
  const invitation = { email: email.toUpperCase(), role: "admin" } as const;
  expect(await inviteAdministrator(owner, invitation)).toEqual({ userId: user.id });
  expect(await mailTo(email)).toMatchObject([
    { template: "administrator_added", props: { organizationName: "Acme" } },
  ]);
  expect(JSON.stringify(await mailTo(email))).not.toContain("token");
});

test("until they accept, a tenant sees the address it typed, with or without an account", async () => {
  const platform = await inPlatformAs(acme);
  const [unknown, known, suspended] = [address(), address(), address()];
  const password = "quiet-lemon-42-train";
  const { user } = await createUser(platform, { email: known, password, displayName: "Ada" });
  await inPrismaTransaction(await platformScope(), ({ prisma }) =>
    prisma.user.update({ where: { id: user.id }, data: { lastSignInAt: new Date() } }),
  );
  const other = await createUser(platform, { email: suspended, password });
  await suspendUser(platform, other.user.id, "left");
  const typed = [unknown, known.toUpperCase(), suspended];
  for (const email of typed) {
    const { userId } = await inviteAdministrator(owner, { email, role: "admin" });
    expect(await inviteAdministratorAgain(owner, userId)).toBe(true);
    expect(await resolveAdministrator(userId)).toEqual([]);
  }
  const shown = (await readAdministrators(acme)).filter(({ role }) => role === "admin");
  expect(shown.map(({ email }) => email)).toEqual(typed);
  for (const one of shown)
    expect(one).toMatchObject({ status: "invited", displayName: null, lastSignInAt: null });
  const events = await inPrismaTransaction(acme, ({ prisma, tenantId }) =>
    prisma.auditEvent.findMany({ where: { tenantId, kind: { startsWith: "administrator." } } }),
  );
  // Not even the id, whose first digits say when an account was made.
  expect(JSON.stringify(events)).not.toContain(user.id);
  await answer(user.id);
  expect((await readAdministrators(acme)).find(({ userId }) => userId === user.id)).toMatchObject({
    ...{ email: known, displayName: "Ada", status: "active" },
  });
});

test("each tenant has a link of its own: inviting again and withdrawing leave another tenant's alone", async () => {
  const globex = await aTenant({ name: "Globex" });
  const there = await anAdministrator("owner", globex);
  const email = address();
  await inviteAdministrator(there, { email, role: "viewer" });
  const { userId } = await inviteAdministrator(owner, { email, role: "viewer" });
  await inviteAdministratorAgain(owner, userId);
  await removeAdministrator(owner, userId);
  const links = (await mailTo(email)).map(({ props }) => ({
    from: props.organizationName,
    token: new URL(String(props.link)).searchParams.get("token") ?? "",
  }));
  expect(links.map(({ from }) => from).sort()).toEqual(["Acme", "Acme", "Globex"]);
  const live: unknown[] = [];
  for (const { from, token } of links) if (await readPasswordLink(token)) live.push(from);
  expect(live).toEqual(["Globex"]);
});

test("one tenant's invitations use up nothing of another's budget, and disclose nothing about it", async () => {
  const globex = await aTenant({ name: "Globex" });
  const there = await anAdministrator("owner", globex);
  const email = address();
  const { userId } = await inviteAdministrator(owner, { email, role: "viewer" });
  for (let i = 0; i < 4; i += 1) await inviteAdministratorAgain(owner, userId);
  expect(await inviteAdministrator(there, { email, role: "viewer" })).toEqual({ userId });
});

test("an invitation is answered once, by the invited user; after declining it is gone", async () => {
  const { userId } = await inviteAdministrator(owner, { email: address(), role: "viewer" });
  const [{ id } = { id: "" }] = await resolveInvitations(userId);
  const other = await anAdministrator("viewer");
  const as = (who: string) => ({ userId: who, email: "x@example.com", context: noRequest });
  await expect(answerInvitation(as(other.userId), id, true)).rejects.toMatchObject({
    reason: "missing",
  });
  const answers = Array.from({ length: 6 }, (_, i) =>
    answerInvitation(as(userId), id, i % 2 === 0),
  );
  const outcomes = await Promise.allSettled(answers);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const declined = await inviteAdministrator(owner, { email: address(), role: "viewer" });
  await answer(declined.userId, false);
  expect((await roles())[declined.userId]).toBeUndefined();
  expect(await kinds()).toContain("administrator.declined");
});

test("an owner who has yet to accept decides nothing, and can be removed at any time", async () => {
  const { userId } = await inviteAdministrator(owner, { email: address(), role: "owner" });
  const invited = { ...owner, actor: { ...owner.actor, id: userId } };
  await expect(removeAdministrator(invited, owner.userId)).rejects.toMatchObject({
    reason: "forbidden",
  });
  await expect(removeAdministrator(owner, owner.userId)).rejects.toMatchObject({
    reason: "conflict",
  });
  await expect(
    inPrismaTransaction(acme, ({ prisma, tenantId }) =>
      prisma.administrator.updateMany({
        where: { tenantId, userId: owner.userId },
        data: { role: "admin" },
      }),
    ),
  ).rejects.toThrow(/keeps its last owner/);
  await removeAdministrator(owner, userId);
  expect(await roles()).toEqual({ [owner.userId]: "owner" });
});

test("an invitation can be sent again, and then the previous link is worthless", async () => {
  const email = address();
  const { userId } = await inviteAdministrator(owner, { email, role: "admin" });
  expect(await inviteAdministratorAgain(owner, userId)).toBe(true);
  const links = (await mailTo(email)).map(({ props }) =>
    new URL(String(props.link)).searchParams.get("token"),
  );
  expect(links).toHaveLength(2);
  const redeem = (token: string | null | undefined) =>
    redeemPasswordLink(token ?? "", "quiet-lemon-42-train", noRequest);
  await expect(redeem(links[1])).rejects.toMatchObject({ reason: "missing" });
  await redeem(links[0]);
  expect(await inviteAdministratorAgain(owner, userId)).toBe(true);
  await answer(userId);
  expect(await inviteAdministratorAgain(owner, userId)).toBe(false);
});

test("an address is mailed no more often than its owner could request", async () => {
  const { userId } = await inviteAdministrator(owner, { email: address(), role: "admin" });
  for (let i = 0; i < 4; i += 1) await inviteAdministratorAgain(owner, userId);
  await expect(inviteAdministratorAgain(owner, userId)).rejects.toMatchObject({
    reason: "rate_limited",
  });
});

test("an invalid address, a present administrator and an invited one are refused", async () => {
  const invite = (email: string) => inviteAdministrator(owner, { email, role: "viewer" });
  await expect(invite("not an address")).rejects.toMatchObject({ reason: "unprocessable" });
  await expect(invite("evil@example.com\r\nbcc: x")).rejects.toMatchObject({
    reason: "unprocessable",
  });
  const there = await anAdministrator("admin");
  await expect(invite(there.email)).rejects.toMatchObject({ reason: "conflict" });
  const email = address();
  await invite(email);
  await expect(invite(email)).rejects.toMatchObject({ reason: "conflict" });
  expect(
    await inPrismaTransaction(await platformScope(), ({ prisma }) =>
      prisma.user.count({ where: { emailKey: "not an address" } }),
    ),
  ).toBe(0);
});

test("only an owner decides, at the moment of the change", async () => {
  const admin = await anAdministrator("admin");
  const second = await anAdministrator("owner");
  await removeAdministrator(owner, second.userId);
  for (const caller of [admin, second, { ...owner, actor: { ...owner.actor, id: newId() } }]) {
    const refused = { reason: "forbidden" };
    await expect(
      inviteAdministrator(caller, { email: address(), role: "owner" }),
    ).rejects.toMatchObject(refused);
    await expect(changeAdministratorRole(caller, admin.userId, "owner")).rejects.toMatchObject(
      refused,
    );
    await expect(removeAdministrator(caller, owner.userId)).rejects.toMatchObject(refused);
    await expect(inviteAdministratorAgain(caller, admin.userId)).rejects.toMatchObject(refused);
  }
  expect(await roles()).toEqual({ [owner.userId]: "owner", [admin.userId]: "admin" });
});

test("another tenant's owner, and an unknown id, change nothing here", async () => {
  const globex = await aTenant({ name: "Globex" });
  await addAdministrator(globex, { id: owner.userId, email: "o@example.com" }, "owner");
  const admin = await anAdministrator("admin");
  const there = { ...globex, actor: owner.actor };
  await expect(removeAdministrator(there, admin.userId)).rejects.toMatchObject({
    reason: "missing",
  });
  await expect(changeAdministratorRole(owner, newId(), "admin")).rejects.toMatchObject({
    reason: "missing",
  });
  expect((await roles())[admin.userId]).toBe("admin");
});

test("a changed role is recorded; the same role again changes nothing", async () => {
  const admin = await anAdministrator("admin");
  await changeAdministratorRole(owner, admin.userId, "viewer");
  await changeAdministratorRole(owner, admin.userId, "viewer");
  expect((await kinds()).filter((kind) => kind === "administrator.role_changed")).toHaveLength(1);
  expect(await resolveAdministrator(admin.userId)).toMatchObject([{ role: "viewer" }]);
});

test("a removed administrator administers nothing, and can be invited again", async () => {
  const admin = await anAdministrator("admin");
  await removeAdministrator(owner, admin.userId);
  expect(await resolveAdministrator(admin.userId)).toEqual([]);
  await expect(removeAdministrator(owner, admin.userId)).rejects.toMatchObject({
    reason: "missing",
  });
  await inviteAdministrator(owner, { email: admin.email, role: "viewer" });
  expect(await resolveAdministrator(admin.userId)).toEqual([]);
  await answer(admin.userId);
  expect(await resolveAdministrator(admin.userId)).toMatchObject([{ role: "viewer" }]);
});

test("the last owner can't be removed, demoted or leave", async () => {
  await anAdministrator("admin");
  const conflict = { reason: "conflict" };
  await expect(removeAdministrator(owner, owner.userId)).rejects.toMatchObject(conflict);
  await expect(changeAdministratorRole(owner, owner.userId, "admin")).rejects.toMatchObject(
    conflict,
  );
  expect((await roles())[owner.userId]).toBe("owner");
});

test("of five owners who remove one another in parallel, one is left", async () => {
  const owners = [owner];
  for (let i = 0; i < 4; i += 1) owners.push(await anAdministrator("owner"));
  const removals = owners.flatMap((by) =>
    owners.map((whom) => removeAdministrator(by, whom.userId)),
  );
  const outcomes = await Promise.allSettled(removals);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect(Object.values(await roles())).toEqual(["owner"]);
});

test("of parallel invitations of the same address, one succeeds", async () => {
  const email = address();
  const invitations = Array.from({ length: 5 }, () =>
    inviteAdministrator(owner, { email, role: "viewer" }),
  );
  const outcomes = await Promise.allSettled(invitations);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await mailTo(email)).toHaveLength(1);
});

test("PostgreSQL itself protects the last owner", async () => {
  const end = (data: { role: "admin" } | { removedAt: Date }) =>
    inPrismaTransaction(acme, ({ prisma, tenantId }) =>
      prisma.administrator.updateMany({ where: { tenantId }, data }),
    );
  await expect(end({ role: "admin" })).rejects.toThrow(/keeps its last owner/);
  await expect(end({ removedAt: new Date() })).rejects.toThrow(/keeps its last owner/);
  await expect(
    inPrismaTransaction(acme, ({ prisma, tenantId }) =>
      prisma.administrator.deleteMany({ where: { tenantId } }),
    ),
  ).rejects.toThrow(/keeps its last owner/);
});
