import { config } from "@/lib/kernel/config/config";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Marks messages as failed that no job will send any more: a day is longer than any message is tried. */
export const failUnsentMail = () => sweep("unsent_mail", DAY);

/** Deletes messages that were sent or have failed, when nobody will ask about them any more. */
export const sweepFinishedMail = () =>
  sweep("mail_messages", config().limits.finishedMailDays * DAY);
