import { beforeAll, expect, test } from "vitest";
import { atOnce, inTenant, Prisma } from "@/lib/db";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

let acme: TestEnvironment;
let [ada, ben] = ["", ""];
beforeAll(async () => {
  acme = await aTenant();
  [ada, ben] = [(await aUser(acme)).id, (await aUser(acme)).id];
});

test("of two transactions that wait for each other crosswise both succeed, one of them the second time", async () => {
  let [runs, held] = [0, 0];
  const bothHoldOne = Promise.withResolvers<void>();
  const crosswise = (first: string, second: string) =>
    inTenant(acme, async ({ sql }) => {
      runs += 1;
      const hold = (id: string) =>
        sql.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid FOR UPDATE`;
      await hold(first);
      held += 1;
      if (held === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await hold(second);
      return second;
    });
  expect(await Promise.all([crosswise(ada, ben), crosswise(ben, ada)])).toEqual([ben, ada]);
  expect(runs).toBe(3);
});

test("a transaction is repeated once and no more", async () => {
  let runs = 0;
  const failing = inTenant(acme, async ({ sql }) => {
    runs += 1;
    await sql.$executeRaw(
      Prisma.raw("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$"),
    );
  });
  await expect(failing).rejects.toThrow();
  expect(runs).toBe(2);
});

test("what may have happened, and what is refused, is not repeated", async () => {
  for (const state of ["08006", "57014", "55P03", "23505"]) {
    let runs = 0;
    const failing = inTenant(acme, async ({ sql }) => {
      runs += 1;
      const text = `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${state}'; END $$`;
      await sql.$executeRaw(Prisma.raw(text));
    });
    await expect(failing).rejects.toThrow();
    expect(runs).toBe(1);
  }
});

test("a message whose statements the connection has lost is sent again", async () => {
  const read = { name: "conflict-read", sql: Prisma.sql`SELECT 1 AS one` };
  const forget = { name: "conflict-forget", sql: Prisma.sql`DEALLOCATE ALL` };
  for (let time = 0; time < 6; time++) expect(await atOnce(acme, [read])).toEqual([[{ one: 1 }]]);
  // As a pooler between does that hands the session to somebody else. The one that fails is the one after.
  for (let time = 0; time < 6; time++) {
    await atOnce(acme, [forget]).catch(() => {});
    expect(await atOnce(acme, [read])).toEqual([[{ one: 1 }]]);
  }
});
