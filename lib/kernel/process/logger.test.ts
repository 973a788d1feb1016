import { inspect } from "node:util";
import { pino } from "pino";
import { expect, test } from "vitest";
import { connections } from "@/lib/kernel/db/connections";
import { loggedError } from "@/lib/kernel/process/logger";

/** Returns what pino writes of an object. */
function written(fields: object): string {
  const lines: string[] = [];
  const log = pino(
    { serializers: { err: loggedError } },
    { write: (line: string) => void lines.push(line) },
  );
  log.error(fields, "failed");
  return lines.join("");
}

test("an error is logged without the connection that failed, its cancel key or its password", async () => {
  const client = await connections.connect();
  try {
    // Like `Connections` with a connection that was lost.
    const error = Object.assign(new Error("Connection terminated unexpectedly"), {
      client,
      connections,
    });
    const key = String(Reflect.get(client, "secretKey"));
    const { password } = new URL(process.env.DATABASE_URL ?? "");
    for (const text of [
      written({ err: error }),
      written({ client, connections }),
      written({ lost: { error } }),
      inspect(error, { depth: 20 }),
      inspect({ client, connections }, { depth: 20, showHidden: true }),
    ]) {
      expect(text).not.toMatch(/secretKey|processID|connectionParameters|connectionString/);
      expect(text).not.toContain(password);
      expect(text).not.toContain(key);
    }
    expect(written({ err: error })).toContain("Connection terminated unexpectedly");
  } finally {
    client.release();
  }
});

test("an error of PostgreSQL is logged with its SQLSTATE and without the row that it refused", async () => {
  const refused = await connections
    .query("INSERT INTO tenants (id, public_id, name) VALUES (NULL, 'someone@example.com', 'x')")
    .catch((error: unknown) => error);
  const text = written({ err: refused });
  expect(JSON.parse(text).err.sqlState).toMatch(/^[0-9A-Z]{5}$/);
  expect(text).not.toContain("someone@example.com");
});
