import { config } from "@/lib/kernel/config/config";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Marks messages as failed that no job will send any more: no message is tried for a day. */
export const failUnsentMail = () => sweep("unsent_mail", DAY);

/** Deletes sent and failed messages after their retention period. */
export const sweepFinishedMail = () =>
  sweep("mail_messages", config().limits.finishedMailDays * DAY);
