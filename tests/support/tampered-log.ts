import pg from "pg";
import { inject } from "vitest";
import { appendEvents } from "@/lib/audit/audit-event-store";
import { sequenceEvents } from "@/lib/audit/log/sequence-events";
import { noRequest } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { newId } from "@/lib/ids";
import type { TestEnvironment } from "@/tests/builders/a-tenant";

/** Writes events, and takes them into the tenant's log. */
export async function logEvents(of: TestEnvironment, count: number): Promise<void> {
  const one = () => ({
    kind: "login.succeeded" as const,
    actor: { type: "tenant" as const, id: of.tenantId },
    context: noRequest,
    targets: [{ type: "user", id: newId(), name: "Zoë O’Neill" }],
    metadata: { tries: 1.5 },
    at: new Date(),
  });
  await appendEvents(of, Array.from({ length: count }, one));
  while ((await sequenceEvents()).taken > 0);
}

/** Whoever owns the server, who may switch triggers and foreign keys off. */
export async function databaseOwner(): Promise<pg.Client> {
  const address = new URL(inject("testServer").adminUrl);
  address.pathname = new URL(config().databaseOwnerUrl).pathname;
  const owner = new pg.Client({ connectionString: address.href });
  await owner.connect();
  await owner.query("SET session_replication_role = replica");
  return owner;
}
