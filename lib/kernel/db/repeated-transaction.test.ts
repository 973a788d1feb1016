import { raw } from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { inBatch } from "@/lib/kernel/db/batch";
import { lock, read, write } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

let acme: TestEnvironment;
let [ada, ben] = ["", ""];
beforeAll(async () => {
  acme = await aTenant();
  [ada, ben] = [(await aUser(acme)).id, (await aUser(acme)).id];
});

test("two transactions that deadlock both succeed, one of them on the second attempt", async () => {
  let [runs, held] = [0, 0];
  const bothHoldOne = Promise.withResolvers<void>();
  const crosswise = (first: string, second: string) =>
    inTransaction(acme, async (db) => {
      runs += 1;
      const hold = (id: string) =>
        db.query(lock`SELECT id FROM users WHERE id = ${id}::uuid FOR UPDATE`);
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

test("a transaction is repeated only once", async () => {
  let runs = 0;
  const failing = inTransaction(acme, async (db) => {
    runs += 1;
    await db.execute(write`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$`);
  });
  await expect(failing).rejects.toThrow();
  expect(runs).toBe(2);
});

test("work that may have happened, or is refused, is not repeated", async () => {
  for (const state of ["08006", "57014", "55P03", "23505"]) {
    let runs = 0;
    const failing = inTransaction(acme, async (db) => {
      runs += 1;
      const text = `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${state}'; END $$`;
      await db.execute(write`${raw(text)}`);
    });
    await expect(failing).rejects.toThrow();
    expect(runs).toBe(1);
  }
});

test("a message whose prepared statements are lost is sent again", async () => {
  const one = () => inBatch(acme, (db) => db.query(read`SELECT 1 AS one`));
  const forget = () => inBatch(acme, (db) => db.query(read`DEALLOCATE ALL`));
  for (let time = 0; time < 6; time++) expect(await one()).toEqual([{ one: 1 }]);
  // Like a pooler that hands the session to another client. The message after it fails.
  for (let time = 0; time < 6; time++) {
    await forget().catch(() => {});
    expect(await one()).toEqual([{ one: 1 }]);
  }
});
