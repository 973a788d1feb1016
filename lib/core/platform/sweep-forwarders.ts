import { deleteOldForwarders } from "@/lib/core/platform/forwarder-store";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Deletes peers whose X-Forwarded-For was last seen a week ago or earlier: their addresses may be those
 *  of people. */
export const sweepForwarders = () => deleteOldForwarders(unscoped);
