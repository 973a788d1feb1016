import { config } from "@/lib/kernel/config/config";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Deletes devices whose trust ended a while ago. */
export const sweepTrustedDevices = () =>
  sweep("trusted_devices", config().limits.endedDeviceDays * DAY);
