import {
  findIngestedEvent,
  insertIngestedEvent,
  knowsWorkspace,
} from "@/lib/audit/ingested-event-store";
import type { ProductEvent, Receipt } from "@/lib/audit/product-event";
import type { MachineCaller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";

/** Takes a product's event once. The same `eventId` again, also at the same moment, answers the record
 *  that is there and writes nothing, so that a product may retry without counting.
 *  @throws ServiceError `unprocessable` when the organization is not in the environment */
export function ingestAuditEvent(
  caller: MachineCaller,
  event: ProductEvent,
): Promise<{ receipt: Receipt; isNew: boolean }> {
  return inTenant(caller, async (transaction) => {
    if (event.organizationId && !(await knowsWorkspace(transaction, event.organizationId)))
      throw new ServiceError("unprocessable", {
        detail: "organization_id: names no organization of this environment.",
      });
    const credential = { id: caller.credentialId, requestId: caller.context.requestId };
    const made = await insertIngestedEvent(transaction, event, credential);
    if (made) return { receipt: made, isNew: true };
    // The insert waited for whoever wrote it first, so it is visible now.
    return { receipt: await findIngestedEvent(transaction, event.eventId), isNew: false };
  });
}
