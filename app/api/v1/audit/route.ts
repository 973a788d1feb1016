import { ingestAuditEvent } from "@/lib/audit/ingest-audit-event";
import { auditReceipt, NewAuditEventBody, productEvent } from "@/lib/contract/audit";
import { auditRoute } from "@/lib/http/audit-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: auditRoute(async ({ caller, read }) => {
    const event = productEvent(await read(NewAuditEventBody));
    const { receipt, isNew } = await ingestAuditEvent(caller, event);
    return Response.json(auditReceipt(receipt), { status: isNew ? 201 : 200 });
  }),
});
