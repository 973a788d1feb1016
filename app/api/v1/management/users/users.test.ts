import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as userRoute from "@/app/api/v1/management/users/[id]/route";
import * as usersRoute from "@/app/api/v1/management/users/route";
import { verifyPassword } from "@/lib/core/passwords/password-hash";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsOf } from "@/tests/support/audit-events";
import { type Answer, call } from "@/tests/support/call-route";

interface UserAnswer {
  id: string;
  email: string;
  email_verified: boolean;
  memberships: unknown[];
  set_password: { token: string; link: string } | null;
}

const path = "/api/v1/management/users";
let acme: TestEnvironment;
let globex: TestEnvironment;
let token: string;
let organizationId: string;
let roleId: string;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
  token = await aMachineToken(acme, ["users:read", "users:write"]);
  organizationId = (await anOrganization(acme)).id;
  roleId = (await aRole(acme)).id;
});

const create = (body: unknown) => call(usersRoute.POST, { method: "POST", path, token, body });
const at = (id: string) => ({ path: `${path}/${id}`, params: { id }, token });
const read = (id: string) => call(userRoute.GET, at(id));
const change = (id: string, body: unknown) =>
  call(userRoute.PATCH, { method: "PATCH", ...at(id), body });
const userOf = (answer: Answer) => answer.body as UserAnswer;
const newEmail = () => `${randomUUID()}@example.com`;
const mailsTo = (recipient: string) =>
  inPrismaTransaction(acme, ({ prisma }) => prisma.mailMessage.findMany({ where: { recipient } }));
const stored = (id: string) =>
  inPrismaTransaction(acme, ({ prisma }) => prisma.user.findUniqueOrThrow({ where: { id } }));

describe("creating a user", () => {
  test("needs an email only, and answers the record with a link that sets a password", async () => {
    const email = newEmail();
    const answer = await create({ email });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      email,
      status: "active",
      email_verified: false,
      email_verified_method: null,
      organization_id: null,
      role_id: null,
      memberships: [],
      set_password: {
        link: expect.stringContaining("http://localhost:3000/set-password?token=alk_"),
      },
    });
    expect(await eventsOf(acme, userOf(answer).id)).toEqual(["user.created"]);
    expect(await mailsTo(email)).toEqual([]);
  });

  test("with organization and role joins the workspace at once", async () => {
    const answer = await create({
      email: newEmail(),
      organization_id: organizationId,
      role_id: roleId,
    });
    expect(answer.body).toMatchObject({
      organization_id: organizationId,
      role_id: roleId,
      memberships: [{ organization_id: organizationId, role_id: roleId, status: "active" }],
    });
    expect(await eventsOf(acme, userOf(answer).id)).toEqual(["user.created", "membership.added"]);
  });

  test("twenty parallel times creates one user, and all answer the same one", async () => {
    const email = newEmail();
    const body = { email, external_id: email, organization_id: organizationId, role_id: roleId };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map((answer) => userOf(answer).id)).size).toBe(1);
    const records = answers.map((answer) => ({ ...userOf(answer), set_password: null }));
    for (const record of records) expect(record).toEqual(records[0]);
    const { id } = userOf(answers[0] as Answer);
    expect(await eventsOf(acme, id)).toEqual(["user.created", "membership.added"]);
  });

  test("one that exists answers 200 with the record as it stands, for any input", async () => {
    const user = await aUser(acme, { displayName: "Before" });
    const answer = await create({
      email: user.email.toUpperCase(),
      display_name: "After",
      email_verified: true,
      password: "another kelp and 5 chairs",
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: user.id,
      email: user.email,
      display_name: "Before",
      email_verified: false,
      set_password: null,
    });
    expect((await stored(user.id)).passwordHash).toBe(user.passwordHash);
    expect(await eventsOf(acme, user.id)).toEqual([]);
  });

  test("again, without a password on either side, gives a fresh link, so that a lost answer can be had again", async () => {
    const email = newEmail();
    const [first, second] = [userOf(await create({ email })), userOf(await create({ email }))];
    expect(second.set_password?.token).toMatch(/^alk_/);
    expect(second.set_password?.token).not.toBe(first.set_password?.token);
    const third = userOf(await create({ email, password: "kelp, mirage and 4 chairs" }));
    expect(third.set_password).toBeNull();
  });

  test("adds a membership that is absent to an existing user and never changes one", async () => {
    const other = await aRole(acme);
    const user = await aUser(acme);
    const input = { email: user.email, organization_id: organizationId };
    expect((await create({ ...input, role_id: roleId })).body).toMatchObject({ role_id: roleId });
    expect((await create({ ...input, role_id: other.id })).body).toMatchObject({ role_id: roleId });
    expect(await eventsOf(acme, user.id)).toEqual(["membership.added"]);
  });

  test("with a password stores its hash and needs no link", async () => {
    const password = "kelp, mirage and 4 chairs";
    const answer = await create({ email: newEmail(), password });
    expect(userOf(answer).set_password).toBeNull();
    const { passwordHash } = await stored(userOf(answer).id);
    expect(await verifyPassword(acme, passwordHash, password)).toMatchObject({ correct: true });
    expect(answer.text).not.toContain("argon2");
  });

  test("a password the policy refuses is a 422 that says why, and nothing is made", async () => {
    const email = newEmail();
    for (const password of ["short", "password123", email]) {
      const answer = await create({ email, password });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ detail: expect.stringContaining("password") });
    }
    expect((await create({ email })).status).toBe(201);
  });

  test("a hash from another system is taken when its format is known, and refused by name when not", async () => {
    const bcrypt = "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy";
    const answer = await create({ email: newEmail(), password_hash: bcrypt });
    expect(answer.status).toBe(201);
    expect(userOf(answer).set_password).toBeNull();
    expect((await stored(userOf(answer).id)).passwordHash).toBe(bcrypt);
    const refused = await create({ email: newEmail(), password_hash: "5f4dcc3b5aa765d61d8327de" });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ detail: expect.stringMatching(/^password_hash: /) });
    const costly = bcrypt.replace(/^(\$2.\$)\d\d/, "$115");
    const tooCostly = await create({ email: newEmail(), password_hash: costly });
    expect(tooCostly.status).toBe(422);
    expect(tooCostly.body).toMatchObject({
      detail: expect.stringMatching(/^password_hash: .*bcrypt with a cost of 4 to 12/),
    });
    const both = await create({
      email: newEmail(),
      password_hash: bcrypt,
      password: "x y z 1 2 3",
    });
    expect(both.status).toBe(422);
  });

  test("organization without role, the reverse, and ids that name nothing are 422 that name the field", async () => {
    const foreign = await anOrganization(globex);
    const foreignRole = await aRole(globex);
    const cases: [object, string][] = [
      [{ organization_id: organizationId }, "role_id"],
      [{ role_id: roleId }, "organization_id"],
      [{ organization_id: randomUUID(), role_id: roleId }, "organization_id"],
      [{ organization_id: foreign.id, role_id: roleId }, "organization_id"],
      [{ organization_id: organizationId, role_id: randomUUID() }, "role_id"],
      [{ organization_id: organizationId, role_id: foreignRole.id }, "role_id"],
    ];
    for (const [fields, named] of cases) {
      const answer = await create({ email: newEmail(), ...fields });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ detail: expect.stringMatching(`^${named}: `) });
    }
  });

  test("look-alike letters and line breaks in an address are a 400 that names it", async () => {
    const addresses = [
      "аda@example.com",
      "ada@exаmple.com",
      "\u212Aelvin@example.com",
      "ada@example.com\r\nBcc: eve@example.com",
      "ada@example.com\n",
      "ada\u0000@example.com",
      "ada@@example.com",
      " ada@example.com",
      "",
    ];
    for (const email of addresses) {
      const answer = await create({ email });
      expect([email, answer.status]).toEqual([email, 400]);
      expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^email: /) });
    }
  });

  test("asserted evidence is recorded as the tenant's and audited", async () => {
    const answer = await create({ email: newEmail(), email_verified: true });
    expect(answer.body).toMatchObject({
      email_verified: true,
      email_verified_method: "tenant_asserted",
      email_verified_at: expect.any(String),
    });
    const { id } = userOf(answer);
    expect(await eventsOf(acme, id)).toEqual(["user.created", "user.email_verified"]);
  });

  test("an invitation is emailed with a secret of its own, once however often it is requested", async () => {
    const email = newEmail();
    const answer = await create({ email, send_invitation: true });
    await create({ email, send_invitation: true });
    expect(await mailsTo(email)).toHaveLength(1);
    const secrets = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.oneTimeSecret.findMany({ where: { userId: userOf(answer).id } }),
    );
    const invitations = secrets.filter(({ purpose }) => purpose === "invitation");
    expect(invitations).toMatchObject([{ emailed: true }]);
    expect(secrets.filter(({ emailed }) => !emailed).map(({ purpose }) => purpose)).toEqual([
      "set_password",
      "set_password",
    ]);
    expect(await eventsOf(acme, userOf(answer).id)).toEqual(["user.created", "user.invited"]);
  });

  test("the same address is free in another tenant, and an external id that is taken is a 409 that names it", async () => {
    const external = randomUUID();
    const email = newEmail();
    await aUser(globex, { email, externalId: external });
    expect((await create({ email, external_id: external })).status).toBe(201);
    const answer = await create({ email: newEmail(), external_id: external });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ detail: expect.stringMatching(/^external_id: /) });
  });

  test("a field that a tenant can't set is refused by name", async () => {
    for (const field of ["id", "status", "created_at", "password_changed_at", "tenant_id"]) {
      const answer = await create({ email: newEmail(), [field]: "x" });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ detail: `${field}: unknown field` });
    }
  });
});

describe("changing a user", () => {
  test("leaves absent fields and clears null ones where they can be empty", async () => {
    const user = await aUser(acme, { displayName: "Ada", externalId: randomUUID() });
    expect((await change(user.id, { display_name: null })).body).toMatchObject({
      display_name: null,
      external_id: user.externalId,
    });
    expect((await change(user.id, { external_id: null })).body).toMatchObject({
      external_id: null,
    });
    expect((await change(user.id, { email: null })).body).toMatchObject({ email: user.email });
    expect((await change(user.id, {})).status).toBe(200);
    expect(await eventsOf(acme, user.id)).toEqual(["user.updated", "user.updated"]);
  });

  test("another address clears the evidence and tells the old one, in one audit event", async () => {
    const user = await aUser(acme, { emailVerifiedMethod: "service_otp" });
    const email = newEmail();
    const answer = await change(user.id, { email });
    expect(answer.body).toMatchObject({
      email,
      email_verified: false,
      email_verified_method: null,
      email_verified_at: null,
    });
    expect(await mailsTo(user.email)).toMatchObject([{ template: "address_changed" }]);
    expect(await mailsTo(email)).toEqual([]);
    expect(await eventsOf(acme, user.id)).toEqual(["user.email_changed"]);
  });

  test("a link that was emailed to the old address can't prove the new one", async () => {
    const email = newEmail();
    const { id } = userOf(await create({ email, send_invitation: true }));
    await change(id, { email: newEmail() });
    const live = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.oneTimeSecret.count({ where: { userId: id, emailed: true, withdrawnAt: null } }),
    );
    expect(live).toBe(0);
  });

  test("another spelling of the same address leaves the evidence and sends no mail", async () => {
    const user = await aUser(acme, { emailVerifiedMethod: "tenant_asserted" });
    const email = user.email.toUpperCase();
    expect((await change(user.id, { email })).body).toMatchObject({ email, email_verified: true });
    expect(await mailsTo(user.email)).toEqual([]);
  });

  test("an address or external id that another user has is a 409 that names it", async () => {
    const taken = await aUser(acme, { externalId: randomUUID() });
    const user = await aUser(acme);
    const cases: [object, string][] = [
      [{ email: taken.email.toUpperCase() }, "email"],
      [{ external_id: taken.externalId }, "external_id"],
    ];
    for (const [changes, field] of cases) {
      const answer = await change(user.id, changes);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ detail: expect.stringMatching(`^${field}: `) });
    }
    expect(await eventsOf(acme, user.id)).toEqual([]);
  });

  test("with organization and role gives that role, as a new member or in place of the one before", async () => {
    const user = await aUser(acme);
    const other = await aRole(acme);
    await change(user.id, { organization_id: organizationId, role_id: roleId });
    const answer = await change(user.id, { organization_id: organizationId, role_id: other.id });
    expect(userOf(answer).memberships).toEqual([
      { organization_id: organizationId, role_id: other.id, status: "active" },
    ]);
    expect(await eventsOf(acme, user.id)).toEqual(["membership.added", "membership.updated"]);
    expect((await change(user.id, { role_id: roleId })).status).toBe(422);
    const unknown = { organization_id: organizationId, role_id: randomUUID() };
    expect((await change(user.id, unknown)).status).toBe(422);
  });

  test("a malformed body is reported before an unknown id, and an unknown id before an invalid value", async () => {
    expect((await change(randomUUID(), { nickname: "x" })).status).toBe(400);
    expect((await change(randomUUID(), { role_id: randomUUID() })).status).toBe(404);
  });
});

test("a user is read with every field of the contract", async () => {
  const user = await aUser(acme, { displayName: "Ada" });
  const answer = await read(user.id);
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body as object).sort()).toEqual([
    "created_at",
    "display_name",
    "email",
    "email_verified",
    "email_verified_at",
    "email_verified_method",
    "external_id",
    "factors",
    "id",
    "last_sign_in_at",
    "locale",
    "locked_until",
    "memberships",
    "status",
    "suspended_at",
    "updated_at",
  ]);
  expect(answer.text).not.toContain("hash");
});
