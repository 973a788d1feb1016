import { ingestAuditEvent } from "@/lib/core/audit/ingest-audit-event";
import { newId } from "@/lib/kernel/ids";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { untilLogged } from "@/tests/support/logged-events";

/** Makes an event of a product, which is in the tenant's log. Its actor is made up. */
export async function anAuditEvent(environment: TestEnvironment): Promise<{ id: string }> {
  const { id } = await aFreshAuditEvent(environment);
  await untilLogged(environment);
  return { id };
}

/** Like `anAuditEvent`, before any log has it. */
export async function aFreshAuditEvent(environment: TestEnvironment): Promise<{ id: string }> {
  const machine = {
    ...environment,
    ...{ credentialId: newId(), tenantPublicId: environment.publicId, scopes: new Set<string>() },
  };
  const { receipt } = await ingestAuditEvent(machine, {
    ...{ eventId: newId(), action: "invoice.approved", occurredAt: new Date(), targets: [] },
    ...{ actor: { type: "user", id: "7" }, organizationId: null, ipAddress: null, userAgent: null },
    metadata: {},
  });
  return { id: receipt.id };
}
