import { z } from "zod";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { linkFor } from "@/lib/core/one-time/link";
import { lifetimeSeconds } from "@/lib/core/one-time/one-time-secret";
import { withdrawOneTimeSecrets } from "@/lib/core/one-time/one-time-store";
import { unsealResetRequest } from "@/lib/core/password-links/reset-request";
import { emailKeyOf } from "@/lib/core/users/email";
import { maySignIn } from "@/lib/core/users/may-sign-in";
import { findUserByEmail } from "@/lib/core/users/user-store";
import { serviceCaller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import type { CompleteJob } from "@/lib/kernel/jobs/run-worker";
import { queueMail } from "@/lib/kernel/mail/queue-mail";

const job = z.object({ tenantId: z.uuid(), environmentId: z.uuid(), request: z.string() });

/** The worker's part of `password/forgot`: mails the user of the address, if there is one who may sign in.
 *  A user who has no password yet gets a link to set the first one. An earlier reset link stops working.
 *  @param complete ends the job in the transaction that queues the message */
export async function sendPasswordReset(
  data: Record<string, string>,
  complete: CompleteJob,
): Promise<void> {
  const { request, ...scope } = job.parse(data);
  const { email, context } = unsealResetRequest(scope, request);
  await inTransaction(scope, async (db) => {
    // Then a worker that dies after the commit leaves no job behind that would mail another link and
    // invalidate this one.
    await complete(db);
    const user = await findUserByEmail(db, emailKeyOf(email));
    if (!maySignIn(user)) return;
    const purpose = user.passwordHash === null ? "set_password" : "password_reset";
    if (purpose === "password_reset") await withdrawOneTimeSecrets(db, user.id, [purpose], now());
    const { secret } = await issueOneTimeSecret(db, purpose, user.id, { emailed: true });
    const link = linkFor(purpose, secret);
    const message = { link, lifetimeSeconds: lifetimeSeconds[purpose] };
    const to = { to: user.email, userId: user.id, locale: user.locale ?? context.language };
    await queueMail(
      db,
      purpose === "set_password"
        ? { ...to, template: purpose, occasion: "self_service", ...message }
        : { ...to, template: purpose, ...message },
    );
    await recordAuditEvent(db, {
      kind: "user.password_reset_requested",
      actor: serviceCaller(scope, "password.forgot").actor,
      context,
      targets: [{ type: "user", id: user.id }],
      metadata: { link: purpose },
    });
  });
}
