import { config } from "@/lib/config/config";
import { DAY, sweep } from "@/lib/db/sweep";

/** Deletes sessions that ended a while ago and of which nothing lives on, with what they knew of relying parties. */
export const sweepEndedSessions = () => sweep("sessions", config().limits.endedSessionDays * DAY);
