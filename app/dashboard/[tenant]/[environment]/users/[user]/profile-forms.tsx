import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Section } from "@/app/dashboard/_parts/blocks";
import { Field } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { User } from "@/lib/core/users/user";
import {
  changeUserAction,
  deleteUserAction,
  reactivateUserAction,
  sendFirstLinkAction,
  suspendUserAction,
  unlockUserAction,
} from "../actions";
import { LinkForm } from "../link-form";
import { ProfileFields } from "../profile-fields";

interface Props {
  user: User;
  place: Place;
}

/** Forms by which an administrator changes a user. */
export async function ProfileForms({ user, place, isLocked }: Props & { isLocked: boolean }) {
  const { t } = await wordsOf("users");
  const waits = user.status === "active" && user.passwordHash === null;
  return (
    <>
      {isLocked && (
        <Section title={t("forms.unlock")} about={t("forms.unlockAbout")}>
          <ActionForm action={unlockUserAction} submit={t("forms.unlockUser")}>
            <AboutFields place={place} id={user.id} />
          </ActionForm>
        </Section>
      )}
      {waits && <FirstLink user={user} place={place} />}
      <Section title={t("forms.profile")}>
        <ActionForm action={changeUserAction} submit={t("forms.saveProfile")}>
          <AboutFields place={place} id={user.id} />
          <ProfileFields user={user} />
        </ActionForm>
      </Section>
      {user.status === "active" ? (
        <Suspension user={user} place={place} />
      ) : (
        <Section title={t("forms.reactivate")} about={t("forms.reactivateAbout")}>
          <ActionForm action={reactivateUserAction} submit={t("forms.reactivateUser")}>
            <AboutFields place={place} id={user.id} />
          </ActionForm>
        </Section>
      )}
      <Section title={t("forms.delete")} about={t("forms.deleteAbout")}>
        <TypedConfirmation
          word={user.email}
          what={t("forms.deleteFinal")}
          action={deleteUserAction}
          submit={t("forms.deleteUser")}
          fields={{ ...place, id: user.id }}
        />
      </Section>
    </>
  );
}

async function FirstLink({ user, place }: Props) {
  const { t, texts } = await wordsOf("users");
  const form = { action: sendFirstLinkAction, texts: texts.linkForm };
  return (
    <Section title={t("forms.firstPassword")} about={t("forms.firstPasswordAbout")}>
      <div className="flex flex-wrap items-start gap-3">
        <LinkForm {...form} submit={t("forms.emailInvitation")}>
          <AboutFields place={place} id={user.id} firstLink="invitation" />
        </LinkForm>
        <LinkForm {...form} submit={t("forms.showLink")} tone="quiet">
          <AboutFields place={place} id={user.id} firstLink="link" />
        </LinkForm>
      </div>
    </Section>
  );
}

async function Suspension({ user, place }: Props) {
  const { t, texts } = await wordsOf("users");
  const field = fieldsOf(texts.forms);
  return (
    <Section title={t("forms.suspend")} about={t("forms.suspendAbout")}>
      <ActionForm action={suspendUserAction} submit={t("forms.suspendUser")} tone="danger">
        <AboutFields place={place} id={user.id} />
        <Field {...field("reason")} maxLength={500} />
      </ActionForm>
    </Section>
  );
}
