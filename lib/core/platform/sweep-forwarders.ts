import { deleteOldForwarders } from "@/lib/core/platform/forwarder-store";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Forgets peers whose X-Forwarded-For was seen a week ago or earlier: they may be people. */
export const sweepForwarders = () => deleteOldForwarders(unscoped);
