import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes addresses that users had more than thirty days ago: no stream holds events for longer. */
export const sweepFormerAddresses = () => sweep("former_addresses", 30 * DAY);
