import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { validateSession } from "@/lib/core/sessions/validate-session";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { eventsOf } from "@/tests/support/audit-events";
import { Browser, signIn } from "@/tests/support/browser";
import { atrium, atriumJson } from "@/tests/support/command-line";

const at = ({ publicId }: TestEnvironment) => [
  ...["--tenant", publicId, "--environment", "production"],
];

/** Audit events of the end of a session. */
const endEvents = (scope: TestEnvironment, id: string) =>
  inPrismaTransaction(scope, async ({ prisma }) =>
    (await prisma.auditEvent.findMany({ where: { kind: "session.revoked" } }))
      .filter(({ targets }) => JSON.stringify(targets).includes(id))
      .map(({ metadata }) => metadata),
  );

test("one session ends by its id with the operator's reason, and once more is no error", async () => {
  const acme = await aTenant();
  const { id, userId } = await aSession(acme);
  const other = await aSession(acme, { userId });
  const command = ["session", "end", id, ...at(acme), "--reason", "lost laptop"];
  const answer = { session_id: id, user_id: userId };
  expect(await atriumJson(command)).toEqual({ ...answer, sessions_ended: 1 });
  expect(await atriumJson(command)).toEqual({ ...answer, sessions_ended: 0 });
  expect(await endEvents(acme, id)).toEqual([
    {
      ...{ kind: "direct", reason: "ended_by_operator", note: "lost laptop" },
      account_session_id: expect.any(String),
    },
  ]);
  expect(await validateSession(acme, id)).toMatchObject({ reason: "revoked" });
  expect(await validateSession(acme, other.id)).toMatchObject({ reason: null });
}, 120_000);

test("every session of a user ends, and the relying parties of hosted ones get a logout token", async () => {
  const acme = await aTenant();
  const user = await aUser(acme);
  const logout = { backchannelLogoutUri: "https://rp.example.com/logout" };
  await signIn(new Browser(), await anOidcClient(acme, logout), user.id);
  await aSession(acme, { userId: user.id });
  const ended = await atriumJson(["session", "end", "--user", user.email, ...at(acme)]);
  expect(ended).toEqual({ user_id: user.id, sessions_ended: 2 });
  const kinds = await eventsOf(acme, user.id);
  expect(kinds.filter((kind) => kind === "session.revoked")).toHaveLength(2);
  const deliveries = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.logoutDelivery.count({ where: { userId: user.id, status: "pending" } }),
  );
  expect(deliveries).toBe(1);
}, 120_000);

test("an unknown session, another tenant's, and a missing argument are refused with an explanation", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const { id } = await aSession(acme);
  const attempts: [string[], RegExp][] = [
    [[randomUUID(), ...at(acme)], /There is no session .* in the environment/],
    [["nonsense", ...at(acme)], /There is no session nonsense/],
    [[id, ...at(globex)], /There is no session/],
    [[id, "--tenant", acme.publicId, "--environment", "moon"], /no environment moon/],
    [[id], /Say where: --tenant/],
    [[id, "--user", "ada@example.com", ...at(acme)], /Say what ends/],
    [at(acme), /Say what ends/],
  ];
  for (const [args, words] of attempts) {
    const { code, stdout, stderr } = await atrium(["session", "end", ...args]);
    expect({ code, stdout }, args.join(" ")).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(words);
  }
  expect(await validateSession(acme, id)).toMatchObject({ reason: null });
}, 120_000);
