import { mailCheckpoints } from "@/lib/audit/auditor/mail-checkpoints";
import { countEvents } from "@/lib/audit/statistics/count-events";
import { deliverLogout } from "@/lib/backchannel-logout/deliver-logout";
import type { JobHandlers } from "@/lib/jobs/run-worker";
import { sweepOutbox } from "@/lib/jobs/sweep-outbox";
import { sweepStorage } from "@/lib/jobs/worker/sweep-storage";
import { deliverMail } from "@/lib/mail/deliver-mail";
import { sendPasswordReset } from "@/lib/passwords/links/send-password-reset";
import { sweepExpiredSessions } from "@/lib/sessions/sweep-expired-sessions";
import { applyUserImports } from "@/lib/users/bulk/apply-user-imports";
import { eraseEvents } from "@/lib/users/ending/erase-events";

/** What the worker does with a job of each queue. */
export const jobHandlers: JobHandlers = {
  "mail.deliver": (data) => deliverMail(data),
  "logout.deliver": (data) => deliverLogout(data),
  "password.forgot": sendPasswordReset,
  "sessions.sweep": async () => {
    await sweepExpiredSessions();
  },
  "outbox.sweep": sweepOutbox,
  "events.count": async () => {
    await countEvents();
  },
  "users.erase": async () => {
    await eraseEvents();
  },
  "users.import": async () => {
    await applyUserImports();
  },
  "auditors.mail": async () => {
    await mailCheckpoints();
  },
  "storage.sweep": sweepStorage,
};
