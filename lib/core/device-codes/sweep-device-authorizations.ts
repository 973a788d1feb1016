import { HOUR, sweep } from "@/lib/kernel/db/sweep";

/** Forgets devices that nobody signed in, and those that had their tokens; the hour is a margin for late polls. */
export const sweepDeviceAuthorizations = () => sweep("device_authorizations", HOUR);
