import type { Brand, EmailOf } from "./email";
import { invitedBy } from "./invited-by";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

type SetPassword = EmailOf<"set_password">;

/** The link that sets a first password: the reader requested it, or was invited (spec, Events 4). An
 *  invitation names the inviter and the organization. */
export function setPassword(email: SetPassword, brand: Brand, voice: Voice): Letter {
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
}

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
