import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Forgets addresses that users had more than thirty days ago: no stream waits longer for its receiver. */
export const sweepFormerAddresses = () => sweep("former_addresses", 30 * DAY);
