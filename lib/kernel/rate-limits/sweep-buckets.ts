import { HOUR, sweep } from "@/lib/kernel/db/sweep";

/** Deletes buckets whose window has ended; the hour is a margin. */
export const sweepBuckets = () => sweep("rate_limit_buckets", HOUR);
