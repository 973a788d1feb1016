import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { Section } from "@/app/dashboard/_nouns/section";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field } from "@/app/dashboard/_parts/field";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { Place } from "@/app/dashboard/administrator";
import type { User } from "@/lib/users/user";
import {
  changeUserAction,
  deleteUserAction,
  reactivateUserAction,
  sendFirstLinkAction,
  suspendUserAction,
} from "../actions";
import { LinkForm } from "../link-form";
import { ProfileFields } from "../profile-fields";

/** What an administrator may do about a user. */
export function ProfileForms({ user, place }: { user: User; place: Place }) {
  const waits = user.status === "active" && user.passwordHash === null;
  return (
    <>
      {waits && <FirstLink user={user} place={place} />}
      <Section title="Profile">
        <ActionForm action={changeUserAction} submit="Save profile">
          <AboutFields place={place} id={user.id} />
          <ProfileFields user={user} />
        </ActionForm>
      </Section>
      {user.status === "active" ? (
        <Suspension user={user} place={place} />
      ) : (
        <Section
          title="Reactivate"
          about="The user may sign in again. What the suspension ended stays ended."
        >
          <ActionForm action={reactivateUserAction} submit="Reactivate user">
            <AboutFields place={place} id={user.id} />
          </ActionForm>
        </Section>
      )}
      <Section
        title="Delete"
        about="Ends everything, leaves all organizations and keeps nothing of the person. The address is free again; the audit trail keeps the id."
      >
        <TypedConfirmation
          word={user.email}
          what="This can't be undone."
          action={deleteUserAction}
          submit="Delete user"
          fields={{ ...place, id: user.id }}
        />
      </Section>
    </>
  );
}

function FirstLink({ user, place }: { user: User; place: Place }) {
  return (
    <Section
      title="First password"
      about="The user has no password yet and waits for a link to set one."
    >
      <div className="flex flex-wrap items-start gap-3">
        <LinkForm action={sendFirstLinkAction} submit="Email an invitation">
          <AboutFields place={place} id={user.id} firstLink="invitation" />
        </LinkForm>
        <LinkForm action={sendFirstLinkAction} submit="Show a link to hand over" tone="quiet">
          <AboutFields place={place} id={user.id} firstLink="link" />
        </LinkForm>
      </div>
    </Section>
  );
}

function Suspension({ user, place }: { user: User; place: Place }) {
  return (
    <Section
      title="Suspend"
      about="Keeps the user out at once: sessions end, relying parties are told, trusted devices and open links are void. Can be taken back."
    >
      <ActionForm action={suspendUserAction} submit="Suspend user" tone="danger">
        <AboutFields place={place} id={user.id} />
        <Field
          label="Reason"
          name="reason"
          hint="For the audit trail and for other administrators; the user isn't told."
          maxLength={500}
        />
      </ActionForm>
    </Section>
  );
}
