import { z } from "zod";
import type { ProductEvent } from "@/lib/core/audit/product-event";
import { bodyId, line } from "@/lib/core/contract/fields";
import { freeForm } from "@/lib/core/contract/free-form";
import { type CamelKeys, id, momentFrom1970, timestamp, wireTime } from "@/lib/core/contract/names";

const party = z.strictObject({ type: line(64), id: line(256), name: line(200).optional() });

export const NewAuditEventBody = z
  .strictObject({
    event_id: bodyId.meta({
      description: "The product's own id of the event. The service takes each id once.",
    }),
    action: line(128),
    occurred_at: momentFrom1970,
    actor: party,
    targets: z.array(party).max(50).optional(),
    organization_id: bodyId.optional(),
    context: z
      .strictObject({
        ip_address: z
          .union([z.ipv4().meta({ format: "ipv4" }), z.ipv6().meta({ format: "ipv6" })])
          .optional(),
        user_agent: line(512).optional(),
      })
      .optional(),
    metadata: freeForm.optional(),
  })
  .meta({ id: "NewAuditEvent" });

export const AuditReceipt = z
  .object({ id, event_id: id, received_at: timestamp })
  .meta({ id: "AuditReceipt" });

/** The receipt in wire format. */
export function auditReceipt(event: {
  id: string;
  eventId: string;
  receivedAt: Date;
}): z.infer<typeof AuditReceipt> {
  return { id: event.id, event_id: event.eventId, received_at: wireTime(event.receivedAt) };
}

/** The event that a body describes. */
export function productEvent(body: CamelKeys<z.output<typeof NewAuditEventBody>>): ProductEvent {
  return {
    eventId: body.eventId,
    action: body.action,
    occurredAt: new Date(body.occurredAt),
    actor: body.actor,
    targets: body.targets ?? [],
    organizationId: body.organizationId ?? null,
    ipAddress: body.context?.ip_address ?? null,
    userAgent: body.context?.user_agent ?? null,
    metadata: body.metadata ?? {},
  };
}
