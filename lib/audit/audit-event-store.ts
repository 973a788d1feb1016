import type { AuditEntry } from "@/lib/audit/audit-event";
import type { TenantScope } from "@/lib/caller";
import { atOnce, Prisma, type TenantTransaction } from "@/lib/db";
import type { Statement } from "@/lib/db-round-trip";

/** Appends one event of the service's own. */
export async function insertAuditEvent(
  transaction: TenantTransaction,
  entry: AuditEntry & { at: Date },
): Promise<void> {
  await transaction.sql.$executeRaw(appendingEvent(transaction, entry));
}

/** Appends events that tell of no other change, in one round trip. */
export async function appendEvents(
  scope: TenantScope,
  entries: readonly (AuditEntry & { at: Date })[],
): Promise<void> {
  await atOnce(
    scope,
    entries.map((entry) => appendsEvent(scope, entry)),
  );
}

/** The same as a statement, for a message that says more. */
export function appendsEvent(scope: TenantScope, entry: AuditEntry & { at: Date }): Statement {
  return { name: "append-event", sql: appendingEvent(scope, entry) };
}

/** An event whose particulars the statement itself finds out: expressions of jsonb. */
export type EventInStatement = Omit<AuditEntry, "actor" | "targets" | "metadata"> & {
  actor: AuditEntry["actor"] | Prisma.Sql;
  targets?: AuditEntry["targets"] | Prisma.Sql;
  metadata?: AuditEntry["metadata"] | Prisma.Sql;
  at: Date;
};

/** The same as a part of a larger statement.
 *  @param from a FROM and WHERE: the event is appended once for each row of them */
export function appendingEvent(
  { tenantId, environmentId }: TenantScope,
  entry: EventInStatement,
  from: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
  const context = storedContext(entry);
  return Prisma.sql`
    INSERT INTO audit_events (tenant_id, environment_id, kind, actor, targets, context, metadata, occurred_at)
    SELECT ${tenantId}::uuid, ${environmentId}::uuid, ${entry.kind}::text,
           ${jsonb(entry.actor)}, ${jsonb(entry.targets ?? [])}, ${jsonb(context)}, ${jsonb(entry.metadata ?? {})},
           ${entry.at}::timestamptz ${from}`;
}

/** Events that come in rows of a larger statement.
 *  @param from a FROM and WHERE with a row for each, of columns as in `eventRowType` */
export function appendingEvents(
  { tenantId, environmentId }: TenantScope,
  from: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO audit_events (tenant_id, environment_id, kind, actor, targets, context, metadata, occurred_at)
    SELECT ${tenantId}::uuid, ${environmentId}::uuid, kind, actor, targets, context, metadata, occurred_at ${from}`;
}

/** The columns of such a row, as `eventRow` fills them. */
export const eventRowType = Prisma.sql`
  kind text, actor jsonb, targets jsonb, context jsonb, metadata jsonb, occurred_at timestamptz`;

/** An event as such a row. */
export function eventRow(entry: AuditEntry & { at: Date }) {
  const { kind, actor, targets = [], metadata = {}, at } = entry;
  return { kind, actor, targets, context: storedContext(entry), metadata, occurred_at: at };
}

function storedContext({ context }: Pick<AuditEntry, "context">) {
  const { ipAddress, userAgent, requestId } = context;
  return { ip_address: ipAddress, user_agent: userAgent, request_id: requestId };
}

function jsonb(value: unknown): Prisma.Sql {
  return value instanceof Prisma.Sql ? value : Prisma.sql`${JSON.stringify(value)}::jsonb`;
}
