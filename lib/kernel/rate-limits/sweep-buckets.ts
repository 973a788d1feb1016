import { HOUR, sweep } from "@/lib/kernel/db/sweep";

/** Deletes buckets that have run out; the hour is a margin. */
export const sweepBuckets = () => sweep("rate_limit_buckets", HOUR);
