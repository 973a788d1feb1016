import { beforeEach, expect, test } from "vitest";
import { changeRelyingParty } from "@/lib/core/factors/change-relying-party";
import { readRelyingParty } from "@/lib/core/factors/relying-party-store";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: Awaited<ReturnType<typeof aTenant>>;
beforeEach(async () => {
  acme = await aTenant({ environments: ["production", "staging"] });
});

const party = { id: "acme.example", origins: ["https://app.acme.example"] };
const stored = (scope: TestEnvironment = acme) => inTransaction(scope, readRelyingParty);
const recordedChanges = () =>
  inPrismaTransaction(acme, async ({ prisma }) => {
    const where = { kind: "relying_party.updated" };
    const events = await prisma.auditEvent.findMany({ where, orderBy: { id: "asc" } });
    return events.map(({ metadata }) => metadata);
  });

test("an environment gets its own relying party, and loses it again", async () => {
  expect(await changeRelyingParty(acme, party)).toEqual(["id", "origins"]);
  expect(await stored()).toEqual(party);
  const [staging] = acme.others;
  expect(staging && (await stored(staging))).toBeNull();
  expect(await changeRelyingParty(acme, party)).toEqual([]);
  await changeRelyingParty(acme, null);
  expect(await stored()).toBeNull();
  expect(await recordedChanges()).toEqual([
    { before: { id: null, origins: [] }, after: party },
    { before: party, after: { id: null, origins: [] } },
  ]);
});

test("a relying party that browsers would refuse is refused, field by field, and nothing changes", async () => {
  const refused = changeRelyingParty(acme, { id: "globex.example", origins: ["https://a.b/c"] });
  await expect(refused).rejects.toMatchObject({
    reason: "unprocessable",
    detail: expect.stringMatching(/^origins: .+; domain: /),
    says: [{ name: "originRefused", origin: "https://a.b/c" }, { name: "relyingPartyRefused" }],
  });
  expect(await stored()).toBeNull();
  expect(await recordedChanges()).toEqual([]);
});

test("of parallel changes none is lost, and each event starts from the previous one's result", async () => {
  const ids = ["a", "b", "c", "d", "e"].map((name) => `${name}.acme.example`);
  await Promise.all(ids.map((id) => changeRelyingParty(acme, { id, origins: [`https://${id}`] })));
  const events = (await recordedChanges()) as Record<"before" | "after", { id: string | null }>[];
  expect(events).toHaveLength(ids.length);
  const ends = events.map(({ after }) => after.id);
  expect(new Set(ends)).toEqual(new Set(ids));
  const starts = events.map(({ before }) => before.id);
  expect(new Set([...starts, (await stored())?.id])).toEqual(new Set([null, ...ids]));
});
