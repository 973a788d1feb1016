import { beforeAll, expect, inject, test } from "vitest";
import { connectTo } from "@/cli/doctor/connection";
import { findUser } from "@/lib/core/users/user-store";
import { config } from "@/lib/kernel/config/config";
import { secondsAhead } from "@/lib/kernel/db/database-clock";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { asAdmin } from "@/tests/support/database";

const others = {
  datestyle: "German",
  intervalstyle: "iso_8601",
  extra_float_digits: "-15",
  bytea_output: "escape",
  timezone: "Asia/Kathmandu",
};
const ours = {
  datestyle: "ISO, MDY",
  intervalstyle: "postgres",
  extra_float_digits: "1",
  bytea_output: "hex",
  timezone: "UTC",
};
const ownerUrl = process.env.DATABASE_OWNER_URL ?? "";
const SELECT_SETTINGS = `SELECT ${Object.keys(ours)
  .map((name) => `current_setting('${name}') AS ${name}`)
  .join(", ")}`;

beforeAll(async () => {
  const name = new URL(ownerUrl).pathname.slice(1);
  await asAdmin(inject("testServer").adminUrl, async (client) => {
    for (const [setting, value] of Object.entries(others))
      await client.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
  });
});

test("stored values are read correctly, whatever formats a database sets", async () => {
  const acme = await aTenant();
  const before = Date.now();
  const { id, createdAt } = await aUser(acme);
  const found = await inTransaction(acme, (db) => findUser(db, id));
  expect(Math.abs(createdAt.getTime() - before)).toBeLessThan(600_000);
  expect(found?.createdAt).toEqual(createdAt);
  const [row] = await inPrismaTransaction(
    acme,
    ({ prisma }) => prisma.$queryRaw<{ at: Date; bytes: Uint8Array }[]>`
      SELECT created_at AS at, '\\x00ff5c'::bytea AS bytes FROM users WHERE id = ${id}::uuid`,
  );
  expect(row?.at).toEqual(createdAt);
  expect(Buffer.from(row?.bytes ?? []).toString("hex")).toBe("00ff5c");
  expect(Math.abs(await secondsAhead())).toBeLessThan(600);
});

test("each kind of connection sets the formats that it reads", async () => {
  const doctor = await connectTo(config().databaseDirectUrl, 10_000);
  const found = {
    message: await unscoped.first({ kind: "read", text: SELECT_SETTINGS, values: [] }),
    transaction: await inTransaction(await aTenant(), (db) =>
      db.first({ kind: "read", text: SELECT_SETTINGS, values: [] }),
    ),
    owner: (await asOwner(ownerUrl, (client) => client.query(SELECT_SETTINGS))).rows[0],
    doctor: (await doctor.ask(SELECT_SETTINGS))[0],
  };
  await doctor.end();
  for (const one of Object.values(found)) {
    const named = Object.fromEntries(
      Object.entries(Object(one)).map(([name, value]) => [
        name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`),
        value,
      ]),
    );
    expect(named).toEqual(ours);
  }
});
