import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge, Card } from "@/app/dashboard/_parts/blocks";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Invitation } from "@/lib/core/administrators/administrator-store";
import { answerInvitationAction } from "./actions";

/** Invitations to administer, each to accept or to decline. */
export async function InvitationList({ invitations }: { invitations: Invitation[] }) {
  if (invitations.length === 0) return null;
  const { t } = await wordsOf("frame");
  return (
    <section aria-labelledby="invitations" className="mb-10">
      <h2 id="invitations" className="mb-3 text-lg font-semibold tracking-tight">
        {t("invitations.title")}
      </h2>
      <ul className="space-y-4">
        {invitations.map(({ id, tenantName, role }) => (
          <li key={id}>
            <Card>
              <div className="flex flex-wrap items-center gap-3">
                <h3 className="font-semibold">{tenantName}</h3>
                <Badge>{t(`nouns.administratorRole.${role}`)}</Badge>
              </div>
              <p className="mt-1 mb-4 text-sm text-neutral-600 dark:text-neutral-400">
                {t("invitations.about", { tenant: tenantName })}
              </p>
              <div className="flex flex-wrap gap-3">
                <Answer
                  id={id}
                  answer="accept"
                  submit={t("invitations.accept", { tenant: tenantName })}
                />
                <Answer
                  id={id}
                  answer="decline"
                  submit={t("invitations.decline", { tenant: tenantName })}
                />
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
