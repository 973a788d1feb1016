import { expect, test, vi } from "vitest";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { batched, batchedRead } from "@/lib/kernel/db/batch-loader";
import { read } from "@/lib/kernel/db/queryable";
import { aTenant } from "@/tests/builders/a-tenant";
import { statementsOf } from "@/tests/support/statements";

const tenants = () => read<{ id: string }>`SELECT id FROM tenants`;
const divide = (by: number) => read<{ quotient: number }>`SELECT 6 / ${by}::int AS quotient`;

/** The tenants that an environment sees, once for each key. */
const seen = batched(async (scope: TenantScope, keys: readonly string[]) => {
  const rows = await inBatch(scope, (db) => db.query(tenants()));
  return keys.map((question) => ({ question, ids: rows.map(({ id }) => id) }));
});

test("keys requested in one turn share a message for each environment, under its own tenant", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  let answers: unknown[] = [];
  const sent = await statementsOf(async () => {
    answers = await Promise.all([
      seen(acme, "a"),
      seen(globex, "b"),
      seen(acme, "c"),
      seen(globex, "d"),
    ]);
  });
  expect(sent).toHaveLength(2);
  expect(answers).toEqual([
    { question: "a", ids: [acme.tenantId] },
    { question: "b", ids: [globex.tenantId] },
    { question: "c", ids: [acme.tenantId] },
    { question: "d", ids: [globex.tenantId] },
  ]);
});

test("an answer is not cached for later requests", async () => {
  const acme = await aTenant();
  const sent = await statementsOf(async () => {
    await seen(acme, "first");
    await seen(acme, "second");
  });
  expect(sent).toHaveLength(2);
});

test("a failure reaches only requests of the same environment", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const divided = batched(async (scope: TenantScope, by: readonly number[]) => {
    return inBatch(scope, (db) => Promise.all(by.map((one) => db.first(divide(one)))));
  });
  const answers = await Promise.allSettled([
    divided(acme, 0),
    divided(globex, 2),
    divided(acme, 3),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
  expect(answers[1]).toMatchObject({ value: { quotient: 3 } });
});

test("an id is read once however often it is requested, and an unknown id gives null", async () => {
  const acme = await aTenant();
  const looked: string[][] = [];
  const find = batchedRead(async (_, ids) => {
    looked.push([...ids]);
    return new Map([["known", "found"]]);
  });
  const answers = ["known", "unknown", "known"].map((id) => find(acme, id));
  expect(await Promise.all(answers)).toEqual(["found", null, "found"]);
  expect(looked).toEqual([["known", "unknown"]]);
});

/** A loader whose statements are answered when the test says so, with the keys of each statement. */
function heldBack() {
  const sent: { keys: readonly string[]; answer(): void }[] = [];
  const ask = batched<string, string>(
    (_, keys) =>
      new Promise((resolve) => sent.push({ keys: keys, answer: () => resolve(keys.toSorted()) })),
  );
  return { sent, ask };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test("keys requested while a statement is under way wait for its end and share the next one", async () => {
  const acme = await aTenant();
  const globex = await aTenant();
  const { sent, ask } = heldBack();
  const answers = [ask(acme, "first")];
  await turn();
  answers.push(ask(acme, "second"));
  await turn();
  answers.push(ask(acme, "third"), ask(globex, "another's"));
  await turn();
  expect(sent.map((one) => one.keys)).toEqual([["first"], ["another's"]]);
  sent[0]?.answer();
  sent[1]?.answer();
  await turn();
  expect(sent.map((one) => one.keys)).toEqual([["first"], ["another's"], ["second", "third"]]);
  sent[2]?.answer();
  expect(await Promise.all(answers)).toEqual(["first", "second", "third", "another's"]);
});

test("a slow statement does not delay later requests", async () => {
  const acme = await aTenant();
  const { sent, ask } = heldBack();
  const heldUp = ask(acme, "held up");
  await turn();
  const later = ask(acme, "later");
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  sent[1]?.answer();
  expect(await later).toBe("later");
  sent[0]?.answer();
  expect(await heldUp).toBe("held up");
});
