import pg from "pg";
import { describe, expect, it } from "vitest";
import { migrationStatus } from "@/lib/kernel/db/schema/migration-status";

const connect = async (url: string | undefined) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

describe("the database of a test file", () => {
  it("has every migration", async () => {
    expect(await migrationStatus(process.env.DATABASE_URL ?? "")).toEqual([]);
  });

  it("lets the service's login act as the application's role and not as the owner", async () => {
    const client = await connect(process.env.DATABASE_URL);
    await client.query("SET ROLE atrium_app");
    await expect(client.query("SET ROLE atrium_owner")).rejects.toThrow("permission denied");
    await client.end();
  });

  it("keeps the application's role from changing tables and migrations", async () => {
    const client = await connect(process.env.DATABASE_URL);
    await client.query("SET ROLE atrium_app");
    await expect(client.query("DELETE FROM _prisma_migrations")).rejects.toThrow(
      "permission denied",
    );
    await expect(client.query("DROP TABLE users")).rejects.toThrow("must be owner");
    await client.end();
  });
});
