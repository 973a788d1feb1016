import { HOUR, sweep } from "@/lib/kernel/db/sweep";

/** Deletes device requests that were never approved, and those whose tokens were issued, an hour after their
 *  end, for late polls. */
export const sweepDeviceAuthorizations = () => sweep("device_authorizations", HOUR);
