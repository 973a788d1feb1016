import { retainSessionsStep } from "@/lib/core/sessions/expired-session-store";
import { config } from "@/lib/kernel/config/config";
import { retain } from "@/lib/kernel/db/partitions";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Sessions that one step looks through. */
const BATCH = 20_000;
/** A partition is a week of sign-ins, and a day is left for sessions to end: until then a session waits for its partition to be
 *  dropped as a whole, and then it is deleted by itself, because another session of its week lives longer. */
const PARTITION_DAYS = 8;

/** Drops the partitions of which every session ended a while ago and nothing lives on.
 *  @returns how many steps did something */
export const retainSessions = (): Promise<number> =>
  retain(() => retainSessionsStep(config().limits.endedSessionDays * DAY, BATCH));

/** Deletes sessions that ended a while ago and of which nothing lives on, with what they knew of relying parties. */
export const sweepEndedSessions = () =>
  sweep("sessions", (config().limits.endedSessionDays + PARTITION_DAYS) * DAY);
