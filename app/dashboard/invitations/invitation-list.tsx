import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/badge";
import { Card } from "@/app/dashboard/_parts/card";
import type { Invitation } from "@/lib/platform/administrators/administrator-store";
import { answerInvitationAction } from "./actions";

/** What a person is invited to administer, to accept or to decline. */
export function InvitationList({ invitations }: { invitations: Invitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations" className="mb-10">
      <h2 id="invitations" className="mb-3 text-lg font-semibold tracking-tight">
        Invitations
      </h2>
      <ul className="space-y-4">
        {invitations.map(({ id, tenantName, role }) => (
          <li key={id}>
            <Card>
              <div className="flex flex-wrap items-center gap-3">
                <h3 className="font-semibold">{tenantName}</h3>
                <Badge>{role}</Badge>
              </div>
              <p className="mt-1 mb-4 text-sm text-neutral-600 dark:text-neutral-400">
                Once you accept, you administer it, and its owners see your name and when you signed
                in last.
              </p>
              <div className="flex flex-wrap gap-3">
                <Answer id={id} answer="accept" submit={`Accept ${tenantName}`} />
                <Answer id={id} answer="decline" submit={`Decline ${tenantName}`} />
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Answer({ id, answer, submit }: { id: string; answer: string; submit: string }) {
  return (
    <ActionForm
      action={answerInvitationAction}
      submit={submit}
      tone={answer === "decline" ? "quiet" : undefined}
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="answer" value={answer} />
    </ActionForm>
  );
}
