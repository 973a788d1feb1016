import { createHash, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as cancelRoute from "@/app/api/v1/management/user-imports/[id]/cancel/route";
import * as problemsRoute from "@/app/api/v1/management/user-imports/[id]/problems/route";
import * as importRoute from "@/app/api/v1/management/user-imports/[id]/route";
import * as importsRoute from "@/app/api/v1/management/user-imports/route";
import { createRole } from "@/lib/core/roles/create-role";
import { createUser } from "@/lib/core/users/create-user";
import { applyUserImports } from "@/lib/features/migration/bulk/apply-user-imports";
import { SUSPENDED_BY_IMPORT } from "@/lib/features/migration/import/user-import";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsAbout, eventsOf } from "@/tests/support/audit-events";
import { callPreflight } from "@/tests/support/call-login";
import { call } from "@/tests/support/call-route";
import { storedUser } from "@/tests/support/stored-user";

interface Import {
  id: string;
  status: string;
  percent: number;
}

const path = "/api/v1/management/user-imports";
let acme: TestEnvironment;
let globex: TestEnvironment;
let token: string;

beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
  token = await aMachineToken(acme, ["users:read", "users:write"]);
});

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");
const newEmail = () => `${randomUUID()}@example.com`;
const ndjson = (lines: unknown[]) =>
  lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
const send = (lines: unknown[], query = "") =>
  call(importsRoute.POST, {
    method: "POST",
    path: path + query,
    token,
    headers: { "content-type": "application/x-ndjson" },
    body: ndjson(lines),
  });
const at = (id: string, rest = "") => ({ path: `${path}/${id}${rest}`, params: { id }, token });
const read = async (id: string) => (await call(importRoute.GET, at(id))).body as Import;
const problems = async (id: string) => {
  const { text } = await call(problemsRoute.GET, at(id, "/problems"));
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { line: number; code: string; detail: string });
};
/** Sends lines and has a worker apply them. */
async function imported(lines: unknown[], query = ""): Promise<Import> {
  const answer = await send(lines, query);
  expect(answer.status).toBe(202);
  await applyUserImports();
  return read((answer.body as Import).id);
}

describe("an import", () => {
  test("is accepted, applied by a worker, and makes users who sign in with the password they had", async () => {
    const [email, externalId] = [newEmail(), randomUUID()];
    const password_hash = "$2b$04$T9tKl6nPtWYJPDSKuVLVxO0Z8Jz4VJzR9N0s8n0eWoyuxlvYtEwUe";
    const answer = await send([
      { email, external_id: externalId, email_verified: true, password_hash },
    ]);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ status: "running", lines: 1, percent: 0 });
    await applyUserImports();
    expect(await read((answer.body as Import).id)).toMatchObject({
      status: "completed",
      percent: 100,
      created: 1,
      updated: 0,
      unchanged: 0,
      refused: 0,
    });
    const user = await storedUser(acme, email);
    expect(user).toMatchObject({
      externalId,
      passwordHash: password_hash,
      passwordChangedAt: null,
      emailVerifiedMethod: "tenant_asserted",
    });
    expect(await eventsOf(acme, user?.id ?? "")).toEqual(["user.created"]);
  });

  test("sent again changes nothing", async () => {
    const lines = Array.from({ length: 5 }, () => ({
      email: newEmail(),
      external_id: randomUUID(),
      display_name: "Ada",
    }));
    expect(await imported(lines)).toMatchObject({ created: 5 });
    expect(await imported(lines)).toMatchObject({ created: 0, unchanged: 5 });
    expect(await imported(lines, "?mode=upsert")).toMatchObject({ updated: 0, unchanged: 5 });
    expect(await imported(lines, "?mode=new_only")).toMatchObject({ refused: 5 });
  });

  test("of more lines than a batch has is applied whole, and finds repetitions across batches", async () => {
    const lines = Array.from({ length: 2100 }, () => ({ email: newEmail() }));
    const again = { email: lines[0]?.email.toUpperCase() };
    const done = await imported([...lines, again]);
    expect(done).toMatchObject({ created: 2100, refused: 1 });
    expect(await problems(done.id)).toMatchObject([{ line: 2101, code: "email_repeated" }]);
  });

  test("places users by id, external id, slug and key", async () => {
    const [byId, bySlug, byExternal] = [
      await anOrganization(acme),
      await anOrganization(acme),
      await anOrganization(acme, { externalId: "crm-7" }),
    ];
    const role = await createRole(acme, { key: "editor", name: "Editor", permissions: [] });
    const email = newEmail();
    const done = await imported([
      {
        email,
        memberships: [
          { organization: byId.id, role: "editor" },
          { organization: bySlug.slug, role: role.id },
          { organization: "crm-7", role: "editor" },
        ],
      },
      { email: newEmail(), memberships: [{ organization: "nowhere", role: "editor" }] },
      { email: newEmail(), memberships: [{ organization: "crm-7", role: "nobody" }] },
    ]);
    expect(done).toMatchObject({ created: 1, refused: 2 });
    expect((await problems(done.id)).map(({ line, code }) => [line, code])).toEqual([
      [2, "organization_unknown"],
      [3, "role_unknown"],
    ]);
    const user = await storedUser(acme, email);
    expect(user?.memberships.map(({ organizationId }) => organizationId).toSorted()).toEqual(
      [byId.id, bySlug.id, byExternal.id].toSorted(),
    );
    const [event, ...others] = await eventsAbout(acme, user?.id ?? "");
    expect(others).toEqual([]);
    expect(event).toMatchObject({ kind: "user.created" });
    expect(event?.targets).toHaveLength(4);
    for (const { id } of [byId, bySlug, byExternal])
      expect(event?.targets).toContainEqual({ type: "organization", id });
    expect(event?.metadata).toMatchObject({
      password: "none",
      import_id: done.id,
      memberships: expect.arrayContaining(
        (user?.memberships ?? []).map(({ organizationId, roleId }) => ({
          organization_id: organizationId,
          role_id: roleId,
          status: "active",
        })),
      ),
    });
    expect(event?.metadata).not.toHaveProperty("email_verified");
  });

  test("with a dry run reports the same and changes nothing", async () => {
    const existing = await aUser(acme, {});
    const lines = [
      { email: newEmail() },
      { email: existing.email, display_name: "Other" },
      { email: newEmail(), memberships: [{ organization: "nowhere", role: "nobody" }] },
    ];
    const done = await imported(lines, "?mode=upsert&dry_run=true");
    expect(done).toMatchObject({ status: "completed", created: 1, updated: 1, refused: 1 });
    expect(await storedUser(acme, lines[0]?.email ?? "")).toBeNull();
    expect((await storedUser(acme, existing.email))?.displayName).not.toBe("Other");
  });
});

describe("a line", () => {
  test("that is invalid is reported by its number and stops no other line", async () => {
    const done = await imported([
      { email: newEmail() },
      "{",
      "",
      { email: "nobody" },
      { email: newEmail(), pasword_hash: "x" },
      { email: newEmail(), password_hash: "plain text" },
      {
        email: newEmail(),
        password_hash: "$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
      },
      { email: newEmail(), password_hash: "5f4dcc3b5aa765d61d8327deb882cf99" },
      `"${"x".repeat(70_000)}"`,
    ]);
    expect(done).toMatchObject({ created: 1, refused: 7 });
    expect((await problems(done.id)).map(({ line, code }) => [line, code])).toEqual([
      [2, "malformed"],
      [4, "malformed"],
      [5, "malformed"],
      [6, "hash_refused"],
      [7, "hash_refused"],
      [8, "hash_refused"],
      [9, "malformed"],
    ]);
  });

  test("that names two users by address and external id is refused", async () => {
    const [one, other] = [newEmail(), newEmail()];
    const [a, b] = [randomUUID(), randomUUID()];
    await imported([
      { email: one, external_id: a },
      { email: other, external_id: b },
    ]);
    const done = await imported(
      [
        { email: one, external_id: b },
        { email: one, external_id: randomUUID() },
        { email: newEmail(), external_id: a },
      ],
      "?mode=upsert",
    );
    expect((await problems(done.id)).map(({ code }) => code)).toEqual([
      "external_id_taken",
      "email_repeated",
      "email_differs",
    ]);
  });

  test("of an upsert changes the fields in it and never a password that the user has chosen", async () => {
    const chosen = { email: newEmail() };
    await createUser(acme, { ...chosen, password: A_PASSWORD });
    const before = await storedUser(acme, chosen.email);
    const fresh = newEmail();
    const first = "$2b$04$T9tKl6nPtWYJPDSKuVLVxO0Z8Jz4VJzR9N0s8n0eWoyuxlvYtEwUe";
    const second = "$2b$05$T9tKl6nPtWYJPDSKuVLVxO0Z8Jz4VJzR9N0s8n0eWoyuxlvYtEwUe";
    await imported([{ email: fresh, password_hash: first }]);
    const done = await imported(
      [
        { email: chosen.email, password_hash: second, display_name: "Renamed" },
        { email: fresh, password_hash: second },
      ],
      "?mode=upsert",
    );
    expect(done).toMatchObject({ updated: 2 });
    expect(await storedUser(acme, chosen.email)).toMatchObject({
      displayName: "Renamed",
      passwordHash: before?.passwordHash,
    });
    expect((await storedUser(acme, fresh))?.passwordHash).toBe(second);
  });

  test("with a fast digest is stored inside argon2id alone, and its user signs in", async () => {
    const email = newEmail();
    const line = {
      email,
      password_algorithm: "sha1",
      password_hash: sha1("correct horse battery"),
    };
    expect(await imported([line])).toMatchObject({ created: 1 });
    const stored = (await storedUser(acme, email))?.passwordHash ?? "";
    expect(stored).toMatch(/^\$wrapped-sha1\$before\$\$argon2id\$/);
    expect(stored).not.toContain(line.password_hash);
    expect(await imported([line], "?mode=upsert")).toMatchObject({ unchanged: 1 });
    const wrong = await callPreflight(acme, { email, password: "correct horse" });
    expect(wrong.status).toBe(401);
    const right = await callPreflight(acme, { email, password: "correct horse battery" });
    expect(right.status).toBe(200);
    expect((await storedUser(acme, email))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456/);
  });
});

describe("a line with a status", () => {
  const password_hash = "$2b$04$T9tKl6nPtWYJPDSKuVLVxO0Z8Jz4VJzR9N0s8n0eWoyuxlvYtEwUe";

  test("of suspended creates a suspended user", async () => {
    const email = newEmail();
    const done = await imported([
      { email, password_hash, email_verified: true, status: "suspended" },
    ]);
    expect(done).toMatchObject({ created: 1, refused: 0 });
    const user = await storedUser(acme, email);
    expect(user).toMatchObject({ status: "suspended", suspendedReason: SUSPENDED_BY_IMPORT });
    expect(user?.suspendedAt).toEqual(user?.createdAt);
    const events = await eventsAbout(acme, user?.id ?? "");
    expect(events.map(({ kind }) => kind).toSorted()).toEqual(["user.created", "user.suspended"]);
    expect(events.find(({ kind }) => kind === "user.created")?.metadata).toEqual({
      password: "imported",
      import_id: done.id,
      email_verified: "tenant_asserted",
    });
  });

  test("of suspended suspends a user who is active here, and ends their sessions and tokens", async () => {
    const session = await aSession(acme);
    const { email, userId } = session;
    const lines = [{ email, status: "suspended" }];
    expect(await imported(lines)).toMatchObject({ unchanged: 1 });
    expect(await storedUser(acme, email)).toMatchObject({ status: "active" });
    expect(await imported(lines, "?mode=upsert&dry_run=true")).toMatchObject({ updated: 1 });
    expect(await storedUser(acme, email)).toMatchObject({ status: "active" });
    expect(await imported(lines, "?mode=upsert")).toMatchObject({ updated: 1, unchanged: 0 });
    expect(await storedUser(acme, email)).toMatchObject({
      status: "suspended",
      suspendedReason: SUSPENDED_BY_IMPORT,
    });
    expect(await eventsOf(acme, session.id)).toEqual(["session.created", "session.revoked"]);
    expect(await eventsOf(acme, userId)).toContain("user.suspended");
    expect(await imported(lines, "?mode=upsert")).toMatchObject({ updated: 0, unchanged: 1 });
  });

  test("reactivates a user only where it says active, and not without a status", async () => {
    const { id, email } = await aUser(acme, { suspended: true });
    const status = async () => (await storedUser(acme, email))?.status;
    await imported([{ email, display_name: "Ada" }], "?mode=upsert");
    await imported([{ email, status: "active" }]);
    expect(await status()).toBe("suspended");
    expect(await imported([{ email, status: "active" }], "?mode=upsert")).toMatchObject({
      updated: 1,
    });
    expect(await status()).toBe("active");
    expect(await eventsOf(acme, id)).toEqual(["user.updated", "user.reactivated"]);
  });
});

test("three first sign-ins at once with an imported hash all succeed", async () => {
  const email = newEmail();
  const line = { email, password_algorithm: "sha1", password_hash: sha1("correct horse battery") };
  await imported([line]);
  const signIn = () => callPreflight(acme, { email, password: "correct horse battery" });
  const answers = await Promise.all([signIn(), signIn(), signIn()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

describe("the sender of an import", () => {
  test("is refused for another media type, an unknown parameter, and an import without lines", async () => {
    const wrong = await call(importsRoute.POST, {
      method: "POST",
      path,
      token,
      body: { email: newEmail() },
    });
    expect(wrong.status).toBe(415);
    expect((await send([{ email: newEmail() }], "?mode=replace")).status).toBe(400);
    expect((await send([{ email: newEmail() }], "?sure=true")).status).toBe(400);
    expect((await send([])).status).toBe(422);
  });

  test("can cancel it until it is over, and may have three under way", async () => {
    const started = [];
    for (let count = 0; count < 3; count += 1)
      started.push((await send([{ email: newEmail() }])).body as Import);
    expect((await send([{ email: newEmail() }])).status).toBe(409);
    const cancel = (id: string) =>
      call(cancelRoute.POST, { method: "POST", ...at(id, "/cancel"), body: {} });
    const [first, second] = started;
    expect((await cancel(first?.id ?? "")).body).toMatchObject({ status: "cancelled" });
    expect((await cancel(first?.id ?? "")).status).toBe(200);
    await applyUserImports();
    expect(await read(first?.id ?? "")).toMatchObject({ status: "cancelled", created: 0 });
    expect((await cancel(second?.id ?? "")).status).toBe(409);
  });

  test("sees the imports of its own environment alone", async () => {
    const { id } = await imported([{ email: newEmail() }]);
    const foreignToken = await aMachineToken(globex, ["users:read", "users:write"]);
    for (const [handler, rest, method] of [
      [importRoute.GET, "", "GET"],
      [problemsRoute.GET, "/problems", "GET"],
      [cancelRoute.POST, "/cancel", "POST"],
    ] as const) {
      const body = method === "POST" ? { body: {} } : {};
      const request = { method, ...at(id, rest), ...body };
      expect((await call(handler, { ...request, token: foreignToken })).status).toBe(404);
      expect((await call(handler, { ...request, ...at(randomUUID(), rest) })).status).toBe(404);
    }
    const list = await call(importsRoute.GET, { path, token: foreignToken });
    expect(list.body).toEqual({ user_imports: [] });
  });
});
