import { deliverLogout } from "@/lib/core/backchannel-logout/deliver-logout";
import { sendPasswordReset } from "@/lib/core/password-links/send-password-reset";
import { sweepExpiredSessions } from "@/lib/core/sessions/sweep-expired-sessions";
import { eraseEvents } from "@/lib/core/user-lifecycle/erase-events";
import { mailCheckpoints } from "@/lib/features/audit-log/auditor/mail-checkpoints";
import { applyUserImports } from "@/lib/features/migration/bulk/apply-user-imports";
import { countEvents } from "@/lib/features/statistics/count-events";
import type { JobHandlers } from "@/lib/kernel/jobs/run-worker";
import { sweepOutbox } from "@/lib/kernel/jobs/sweep-outbox";
import { deliverMail } from "@/lib/kernel/mail/deliver-mail";
import { sweepStorage } from "@/lib/worker/sweep-storage";

/** The worker's handler of each queue. */
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
