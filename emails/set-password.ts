import { invitedBy } from "./invited-by";
import type { Letter } from "./letter";
import {
  AFTER_INVITATION,
  type Brand,
  type Invitation,
  type Link,
  SAMPLE,
  type Template,
} from "./template";
import type { Voice } from "./voice";

type SetPassword = Invitation &
  Link & { occasion: "self_service" | "invitation" | "administration" };

const invitation = {
  organizationName: "Northwind Traders",
  link: SAMPLE.link("invitation"),
  lifetimeSeconds: SAMPLE.week,
};

/** The link that sets a first password: the reader requested it, or was invited (spec, Events 4). An
 *  invitation names the inviter and the organization. */
export const setPassword: Template<SetPassword> = {
  urgency: "link",
  afterFailure: AFTER_INVITATION,
  samples: {
    "set-password": {
      occasion: "self_service",
      link: SAMPLE.link("set-password"),
      lifetimeSeconds: 24 * 60 * 60,
    },
    invitation: { occasion: "invitation", inviterName: "grace@acme.example", ...invitation },
    "administrator-invitation": {
      occasion: "administration",
      inviterName: "grace@northwind.example",
      ...invitation,
    },
  },
  letter: (email, brand, voice) => {
    const { t, duration } = voice;
    const isInvitation = email.occasion !== "self_service";
    const kind = isInvitation ? "invitation" : "set_password";
    const lifetime = duration(email.lifetimeSeconds);
    const { subject, title, body } = opening(email, brand, voice);
    return {
      subject,
      title,
      blocks: [
        { kind: "text", text: body },
        ...(isInvitation ? [invitedBy(named(email), brand, voice)] : []),
        {
          kind: "action",
          label: t(`${kind}.button`),
          href: email.link,
          explanation: t("common.pasteLink"),
        },
        { kind: "text", text: t("common.linkLifetime", { lifetime }) },
        { kind: "note", text: t(`${kind}.caution`) },
      ],
    };
  },
};

/** The opening of the message: its subject matter. */
function opening(
  { occasion, organizationName: organization }: SetPassword,
  { name }: Brand,
  { t }: Voice,
): Omit<Letter, "blocks"> & { body: string } {
  if (occasion === "self_service")
    return {
      subject: t("set_password.subject", { name }),
      title: t("set_password.title"),
      body: t("set_password.body", { name }),
    };
  const title = t("invitation.title");
  if (!organization)
    return {
      subject: t("invitation.subject", { name }),
      title,
      body: t("invitation.body", { name }),
    };
  const to = { name, organization };
  if (occasion === "administration")
    return {
      subject: t("administrator_added.subject", to),
      title: t("administrator_added.title", { organization }),
      body: t("invitation.bodyAdministration", to),
    };
  return {
    subject: t("invitation.subjectOrganization", to),
    title,
    body: t("invitation.bodyOrganization", to),
  };
}

/** Drops the organization for an invitation to administer a tenant: its sentences name the tenant. */
function named(email: SetPassword): Pick<SetPassword, "inviterName" | "organizationName"> {
  if (email.occasion !== "administration") return email;
  return email.inviterName ? { inviterName: email.inviterName } : {};
}
