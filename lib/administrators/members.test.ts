import { beforeAll, beforeEach, expect, test } from "vitest";
import { addAdministrator } from "@/lib/administrators/add-administrator";
import type { AdministratorRole } from "@/lib/administrators/administrator";
import { resolveAdministrator } from "@/lib/administrators/administrator-store";
import { changeAdministratorRole } from "@/lib/administrators/change-administrator-role";
import { inPlatform, inPlatformAs } from "@/lib/administrators/in-platform";
import {
  inviteAdministrator,
  inviteAdministratorAgain,
} from "@/lib/administrators/invite-administrator";
import { readAdministrators } from "@/lib/administrators/read-administrators";
import { removeAdministrator } from "@/lib/administrators/remove-administrator";
import { setUpPlatform } from "@/lib/administrators/set-up-platform";
import { type Caller, noRequest } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { newId } from "@/lib/ids";
import { redeemPasswordLink } from "@/lib/login/redeem-password-link";
import { createUser } from "@/lib/users/create-user";
import { suspendUser } from "@/lib/users/suspend-user";
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

/** Somebody with an account who administers Acme, as the caller of its use cases. */
async function anAdministrator(role: AdministratorRole) {
  const email = address();
  const { user } = await createUser(await inPlatformAs(acme), {
    email,
    password: "quiet-lemon-42-train",
  });
  await addAdministrator(acme, user, role);
  return {
    ...acme,
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
    await inTenant(acme, ({ sql }) =>
      sql.auditEvent.findMany({
        where: { kind: { startsWith: "administrator." } },
        orderBy: { id: "asc" },
      }),
    )
  ).map(({ kind }) => kind);
const roles = async () =>
  Object.fromEntries((await readAdministrators(acme)).map((one) => [one.userId, one.role]));

test("whoever is invited is mailed a link, sets a password by it, and administers the tenant", async () => {
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
  expect(mail?.props).toMatchObject({ occasion: "invitation", organizationName: "Acme" });
  const token = new URL(String(mail?.props.link)).searchParams.get("token") ?? "";
  await redeemPasswordLink(token, "quiet-lemon-42-train", noRequest);
  expect((await readAdministrators(acme)).find((one) => one.userId === userId)?.status).toBe(
    "active",
  );
  expect(await resolveAdministrator(userId)).toMatchObject([
    { tenantName: "Acme", role: "viewer" },
  ]);
  expect(await kinds()).toEqual(["administrator.added", "administrator.added"]);
});

test("somebody who has an account is told, by a mail that opens nothing", async () => {
  const email = address();
  const { user } = await createUser(await inPlatformAs(acme), {
    email,
    password: "quiet-lemon-42-train",
  });
  const wanted = { email: email.toUpperCase(), role: "admin" } as const;
  expect(await inviteAdministrator(owner, wanted)).toEqual({ userId: user.id });
  expect(await mailTo(email)).toMatchObject([
    { template: "administrator_added", props: { organizationName: "Acme" } },
  ]);
  expect(JSON.stringify(await mailTo(email))).not.toContain("token");
});

test("an invitation can be sent again, and then the link before is worth nothing", async () => {
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
  expect(await inviteAdministratorAgain(owner, userId)).toBe(false);
});

test("an address is mailed no more often than its owner could ask for", async () => {
  const { userId } = await inviteAdministrator(owner, { email: address(), role: "admin" });
  for (let i = 0; i < 4; i += 1) await inviteAdministratorAgain(owner, userId);
  await expect(inviteAdministratorAgain(owner, userId)).rejects.toMatchObject({
    reason: "rate_limited",
  });
});

test("a wrong address, who is there already and who is suspended are refused", async () => {
  const invite = (email: string) => inviteAdministrator(owner, { email, role: "viewer" });
  await expect(invite("not an address")).rejects.toMatchObject({ reason: "unprocessable" });
  await expect(invite("evil@example.com\r\nbcc: x")).rejects.toMatchObject({
    reason: "unprocessable",
  });
  const there = await anAdministrator("admin");
  await expect(invite(there.email)).rejects.toMatchObject({ reason: "conflict" });
  const email = address();
  const { user } = await createUser(await inPlatformAs(acme), { email });
  await suspendUser(await inPlatformAs(acme), user.id, "left");
  await expect(invite(email)).rejects.toMatchObject({ reason: "conflict" });
  expect(
    await inPlatform(({ sql }) => sql.user.count({ where: { emailKey: "not an address" } })),
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

test("another tenant's owner, and an id nobody has, change nothing here", async () => {
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

test("a role changes and is told; the same role again is nothing", async () => {
  const admin = await anAdministrator("admin");
  await changeAdministratorRole(owner, admin.userId, "viewer");
  await changeAdministratorRole(owner, admin.userId, "viewer");
  expect((await kinds()).filter((kind) => kind === "administrator.role_changed")).toHaveLength(1);
  expect(await resolveAdministrator(admin.userId)).toMatchObject([{ role: "viewer" }]);
});

test("whoever is removed administers nothing, and can be invited back", async () => {
  const admin = await anAdministrator("admin");
  await removeAdministrator(owner, admin.userId);
  expect(await resolveAdministrator(admin.userId)).toEqual([]);
  await expect(removeAdministrator(owner, admin.userId)).rejects.toMatchObject({
    reason: "missing",
  });
  await inviteAdministrator(owner, { email: admin.email, role: "viewer" });
  expect(await resolveAdministrator(admin.userId)).toMatchObject([{ role: "viewer" }]);
});

test("the last owner stays: removed, stepped down or gone by themselves", async () => {
  await anAdministrator("admin");
  const conflict = { reason: "conflict" };
  await expect(removeAdministrator(owner, owner.userId)).rejects.toMatchObject(conflict);
  await expect(changeAdministratorRole(owner, owner.userId, "admin")).rejects.toMatchObject(
    conflict,
  );
  expect((await roles())[owner.userId]).toBe("owner");
});

test("of five owners who remove one another at once, one is left", async () => {
  const owners = [owner];
  for (let i = 0; i < 4; i += 1) owners.push(await anAdministrator("owner"));
  const removals = owners.flatMap((by) =>
    owners.map((whom) => removeAdministrator(by, whom.userId)),
  );
  const outcomes = await Promise.allSettled(removals);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect(Object.values(await roles())).toEqual(["owner"]);
});

test("of the same invitation sent at once, one is taken", async () => {
  const email = address();
  const invitations = Array.from({ length: 5 }, () =>
    inviteAdministrator(owner, { email, role: "viewer" }),
  );
  const outcomes = await Promise.allSettled(invitations);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await mailTo(email)).toHaveLength(1);
});

test("PostgreSQL itself keeps the last owner", async () => {
  const end = (data: { role: "admin" } | { removedAt: Date }) =>
    inTenant(acme, ({ sql, tenantId }) =>
      sql.administrator.updateMany({ where: { tenantId }, data }),
    );
  await expect(end({ role: "admin" })).rejects.toThrow(/keeps its last owner/);
  await expect(end({ removedAt: new Date() })).rejects.toThrow(/keeps its last owner/);
  await expect(
    inTenant(acme, ({ sql, tenantId }) => sql.administrator.deleteMany({ where: { tenantId } })),
  ).rejects.toThrow(/keeps its last owner/);
});
