import { retainSessionsStep } from "@/lib/core/sessions/expired-session-store";
import { config } from "@/lib/kernel/config/config";
import { retain } from "@/lib/kernel/db/partitions";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Maximum of sessions that one step examines. */
const BATCH = 20_000;
/** A partition is a week of sign-ins, plus a day for sessions to end: until then a session waits for its
 *  partition to be dropped as a whole; afterwards it is deleted individually, because another session of
 *  its week lives longer. */
const PARTITION_DAYS = 8;

/** Drops the partitions whose sessions all ended a while ago and have no live tokens.
 *  @returns how many steps did something */
export const retainSessions = (): Promise<number> =>
  retain(() => retainSessionsStep(config().limits.endedSessionDays * DAY, BATCH));

/** Deletes sessions that ended a while ago and have no live tokens, with their records of relying parties. */
export const sweepEndedSessions = () =>
  sweep("sessions", (config().limits.endedSessionDays + PARTITION_DAYS) * DAY);
