import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge, Facts, Section } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { When } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { User } from "@/lib/core/users/user";
import { changeVerificationAction } from "../actions";

/** Evidence about a user's address, with its source. */
export async function Evidence({
  user,
  place,
  mayChange,
}: {
  user: User;
  place: Place;
  mayChange: boolean;
}) {
  const { t } = await wordsOf("users");
  const method = user.emailVerifiedMethod;
  const firstHand = method !== null && method !== "tenant_asserted";
  return (
    <Section title={t("evidence.title")} about={t("evidence.about")}>
      <Facts
        rows={[
          [
            t("evidence.status"),
            <Badge key="badge" tone={method ? "green" : "amber"}>
              {method ? t("evidence.verified") : t("evidence.unverified")}
            </Badge>,
          ],
          [t("evidence.evidence"), method ? t(`evidence.methods.${method}`) : t("evidence.none")],
          [
            t("evidence.since"),
            <When key="at" at={user.emailVerifiedAt} otherwise={t("evidence.never")} />,
          ],
        ]}
      />
      {mayChange && !firstHand && (
        <div className="mt-6">
          <ActionForm
            action={changeVerificationAction}
            submit={method ? t("evidence.markUnverified") : t("evidence.markVerified")}
            tone="quiet"
          >
            <AboutFields place={place} id={user.id} verified={method ? "no" : "yes"} />
          </ActionForm>
        </div>
      )}
    </Section>
  );
}
