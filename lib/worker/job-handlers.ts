import { deliverLogout } from "@/lib/core/backchannel-logout/deliver-logout";
import { sendPasswordReset } from "@/lib/core/password-links/send-password-reset";
import { sweepExpiredSessions } from "@/lib/core/sessions/sweep-expired-sessions";
import { eraseEvents } from "@/lib/core/user-lifecycle/erase-events";
import { features } from "@/lib/features/feature";
import type { JobHandlers } from "@/lib/kernel/jobs/run-worker";
import { sweepOutbox } from "@/lib/kernel/jobs/sweep-outbox";
import { deliverMail } from "@/lib/kernel/mail/deliver-mail";
import { sweepStorage } from "@/lib/worker/sweep-storage";

/** Returns the worker's handlers: the core's, and those of features. */
export function jobHandlers(): JobHandlers {
  return Object.assign({}, ...features().map(({ jobs }) => jobs), handlers);
}

const handlers: JobHandlers = {
  "mail.deliver": (data) => deliverMail(data),
  "logout.deliver": (data) => deliverLogout(data),
  "password.forgot": sendPasswordReset,
  "sessions.sweep": async () => {
    await sweepExpiredSessions();
  },
  "outbox.sweep": sweepOutbox,
  "users.erase": async () => {
    await eraseEvents();
  },
  "storage.sweep": sweepStorage,
};
