import { unscoped } from "@/lib/db/unscoped";
import { deleteOldForwarders } from "@/lib/platform/forwarder-store";

/** Forgets peers whose X-Forwarded-For was seen a week ago or earlier: they may be people. */
export const sweepForwarders = () => deleteOldForwarders(unscoped);
