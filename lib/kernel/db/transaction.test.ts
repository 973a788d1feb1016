import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { config } from "@/lib/kernel/config/config";
import { connections } from "@/lib/kernel/db/connections";
import { databaseFailureOf } from "@/lib/kernel/db/database-errors";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { read, withCachedPlan, write } from "@/lib/kernel/db/queryable";
import {
  inTransaction,
  partOf,
  type Transaction,
  TransactionTooLong,
} from "@/lib/kernel/db/transaction";
import { aTenant } from "@/tests/builders/a-tenant";
import { statementsOf } from "@/tests/support/statements";

const bound = "SELECT current_setting('atrium.tenant_id', true) AS id";
const tenantOf = (db: Transaction) =>
  db.first(read<{ id: string }>`SELECT current_setting('atrium.tenant_id', true) AS id`);
const nameOf = (db: Transaction) => db.first(read<{ name: string }>`SELECT name FROM tenants`);
const rename = (db: Transaction, name: string) =>
  db.execute(write`UPDATE tenants SET name = ${name}`);

test("a transaction is bound to its tenant from the first statement, and its connection to none afterwards", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const scope = at % 2 ? acme : globex;
      const found = await inTransaction(
        scope,
        tenantOf,
        at % 3 ? {} : { isolation: "REPEATABLE READ" },
      );
      expect(found).toEqual({ id: scope.tenantId });
    }),
  );
  const left = await Promise.all(Array.from({ length: 20 }, () => connections.query(bound)));
  expect(new Set(left.flatMap(({ rows }) => rows.map(({ id }) => id || null)))).toEqual(
    new Set([null]),
  );
});

test("a transaction inside another is bound to its own tenant", async () => {
  const [acme, globex] = [await aTenant(), await aTenant()];
  const inner = await inTransaction(acme, async (db) => {
    await tenantOf(db);
    return inTransaction(globex, tenantOf, { isolation: "REPEATABLE READ" });
  });
  expect(inner).toEqual({ id: globex.tenantId });
});

test("the writes of a transaction commit together, or not at all", async () => {
  const acme = await aTenant({ name: "Before" });
  const fails = inTransaction(acme, async (db) => {
    await rename(db, "After");
    throw new Error("changed my mind");
  });
  await expect(fails).rejects.toThrow("changed my mind");
  expect(await inTransaction(acme, nameOf)).toEqual({ name: "Before" });
  expect(await inTransaction(acme, (db) => rename(db, "After"))).toBe(1);
  expect(await inTransaction(acme, nameOf)).toEqual({ name: "After" });
});

test("a transaction that continues after a refused statement can't seem to succeed", async () => {
  const acme = await aTenant({ name: "Before" });
  const goesOn = inTransaction(acme, async (db) => {
    await rename(db, "After");
    await db.query(read`SELECT 1 / 0`).catch(() => {});
  });
  await expect(goesOn).rejects.toThrow("after one of its statements had failed");
  expect(await inTransaction(acme, nameOf)).toEqual({ name: "Before" });
});

test("statements of one turn leave in one message, after BEGIN", async () => {
  const acme = await aTenant();
  const sent = await statementsOf(() =>
    inTransaction(acme, async (db) => {
      await Promise.all([tenantOf(db), nameOf(db)]);
      await nameOf(db);
    }),
  );
  // One for the first turn, one for the second, and COMMIT.
  expect(sent).toHaveLength(3);
});

test("a transaction without statements sends nothing to PostgreSQL", async () => {
  const acme = await aTenant();
  expect(await statementsOf(() => inTransaction(acme, async () => 1))).toHaveLength(0);
});

test("a statement after the end of the transaction fails", async () => {
  const acme = await aTenant();
  const escaped = await inTransaction(acme, async (db) => ({ db }));
  await expect(nameOf(escaped.db)).rejects.toThrow("had ended");
});

test("statements that are not awaited are part of the transaction", async () => {
  const acme = await aTenant({ name: "Before" });
  await inTransaction(acme, async (db) => {
    void rename(db, "After");
  });
  expect(await inTransaction(acme, nameOf)).toEqual({ name: "After" });
});

test("its connection can be used again, whatever happened", async () => {
  const acme = await aTenant();
  for (let round = 0; round < 5; round++) {
    await inTransaction(acme, (db) => db.query(read`SELECT no_such_column`)).catch(() => {});
    await inTransaction(acme, async (db) => {
      await nameOf(db);
      await sleep(1);
      throw new Error("out");
    }).catch(() => {});
  }
  const states = await connections.query(
    "SELECT count(*)::int AS stuck FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
  );
  expect(states.rows).toEqual([{ stuck: 0 }]);
});

test("a transaction over its timeout is ended and rolled back", async () => {
  const acme = await aTenant({ name: "Before" });
  const limit = databaseDeadlines().transactionMs;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const endless = inTransaction(acme, async (db) => {
      await rename(db, "After");
      vi.advanceTimersByTime(limit);
      await nameOf(db);
    });
    await expect(endless).rejects.toThrow(TransactionTooLong);
    await expect(endless.catch(databaseFailureOf)).resolves.toBe("busy");
  } finally {
    vi.useRealTimers();
  }
  expect(await inTransaction(acme, nameOf)).toEqual({ name: "Before" });
});

test("a statement that is not awaited is not sent when the transaction fails", async () => {
  const acme = await aTenant({ name: "Before" });
  const failing = inTransaction(acme, async (db) => {
    await nameOf(db);
    rename(db, "After").catch(() => {});
    throw new Error("out");
  });
  await expect(failing).rejects.toThrow("out");
  expect(await inTransaction(acme, nameOf)).toEqual({ name: "Before" });
});

test("statements added while a message is under way leave in the next one", async () => {
  const acme = await aTenant();
  const sent = await statementsOf(() =>
    inTransaction(acme, async (db) => {
      const first = nameOf(db);
      await Promise.resolve().then(() => {});
      const [second, third] = [nameOf(db), tenantOf(db)];
      await Promise.all([first, second, third]);
    }),
  );
  expect(sent).toHaveLength(3);
});

test("writes of a caller that is part of a transaction commit with it, or not at all", async () => {
  const acme = await aTenant({ name: "Before" });
  const together = (fails: boolean) =>
    inTransaction(acme, async (db) => {
      const caller = partOf(db, acme);
      await inTransaction(caller, (own) => rename(own, "After"));
      expect(await inTransaction({ ...caller }, nameOf)).toEqual({ name: "After" });
      expect(await inTransaction(acme, nameOf)).toEqual({ name: "Before" });
      if (fails) throw new Error("changed my mind");
    });
  await expect(together(true)).rejects.toThrow("changed my mind");
  expect(await inTransaction(acme, nameOf)).toEqual({ name: "Before" });
  await together(false);
  expect(await inTransaction(acme, nameOf)).toEqual({ name: "After" });
});

test("a part of a transaction has the caller's environment, and is of the same tenant", async () => {
  const [acme, globex] = [
    await aTenant({ environments: ["production", "staging"] }),
    await aTenant(),
  ];
  await inTransaction(acme, async (db) => {
    expect(() => partOf(db, globex)).toThrow("one tenant");
    const caller = partOf(db, acme);
    const { environmentId } = acme.others[0] ?? acme;
    const there = await inTransaction(
      { ...caller, environmentId },
      async (own) => own.environmentId,
    );
    expect(there).toBe(environmentId);
    const foreign = { ...caller, tenantId: globex.tenantId };
    expect(() => inTransaction(foreign, tenantOf)).toThrow("one tenant");
  });
});

// Behind a pooler nothing is prepared.
test.skipIf(config().pooled)(
  "a statement with a cached plan stays prepared with its connection, also when it was never reached",
  async () => {
    const tenant = await aTenant();
    const text = `kept ${randomUUID()}`;
    const statement = withCachedPlan(
      read<{ one: string }>`SELECT ${text}::text AS one, 'kept in a test' AS two`,
    );
    const preparedIn = () =>
      inTransaction(tenant, async (db) => {
        const [row] = await db.query(statement);
        const prepared = await db.query(
          read`SELECT FROM pg_prepared_statements WHERE statement LIKE '%kept in a test%' AND statement NOT LIKE '%LIKE%'`,
        );
        return [row?.one, prepared.length];
      });
    expect(await preparedIn()).toEqual([text, 1]);
    expect(await preparedIn()).toEqual([text, 1]);
    // An earlier statement of the same message fails, so that PostgreSQL never looks at it.
    let attempts = 0;
    for (let turn = 1; turn <= 5; turn += 1) {
      const other = withCachedPlan(
        read<{ one: number }>`SELECT ${turn}::int AS one, 'never reached' AS two`,
      );
      const failing = inTransaction(tenant, (db) =>
        Promise.all([db.query(read`SELECT 1 / ${0}::int`), db.query(other)]),
      );
      await expect(failing).rejects.toThrow("division by zero");
      const again = await inTransaction(tenant, (db) => {
        attempts += 1;
        return db.query(other);
      });
      // Nothing was repeated: the connection that lacks it was closed.
      expect([again, attempts]).toEqual([[{ one: turn, two: "never reached" }], turn]);
    }
  },
);
