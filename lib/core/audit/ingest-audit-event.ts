import {
  findIngestedEvent,
  insertIngestedEvent,
  knowsWorkspace,
} from "@/lib/core/audit/ingested-event-store";
import type { ProductEvent, Receipt } from "@/lib/core/audit/product-event";
import type { MachineCaller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Ingests a product's event once. The same `eventId` again, also in parallel, returns the existing record
 *  and writes nothing, so that a product may retry freely.
 *  @throws ServiceError `unprocessable` when the organization is not in the environment */
export function ingestAuditEvent(
  caller: MachineCaller,
  event: ProductEvent,
): Promise<{ receipt: Receipt; isNew: boolean }> {
  return inTransaction(caller, async (db) => {
    if (event.organizationId && !(await knowsWorkspace(db, event.organizationId)))
      throw new ServiceError("unprocessable", {
        detail: "organization_id: names no organization of this environment.",
      });
    const credential = { id: caller.credentialId, requestId: caller.context.requestId };
    const made = await insertIngestedEvent(db, event, credential);
    if (made) return { receipt: made, isNew: true };
    // The insert waited for the request that wrote it first, so it is visible now.
    return { receipt: await findIngestedEvent(db, event.eventId), isNew: false };
  });
}
