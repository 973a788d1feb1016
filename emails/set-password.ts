import type { Brand, EmailOf } from "./email";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** The link that sets a first password. There are two kinds: the reader asked for it, or somebody invited
 *  them (spec, Events 4). */
export function setPassword(
  email: EmailOf<"set_password">,
  { name }: Brand,
  { t, duration }: Voice,
): Letter {
  const kind = email.occasion === "invitation" ? "invitation" : "set_password";
  const organization = email.organizationName;
  const body =
    kind === "invitation" && organization
      ? t("invitation.bodyOrganization", { name, organization })
      : t(`${kind}.body`, { name });
  const lifetime = duration(email.lifetimeSeconds);
  return {
    subject: t(`${kind}.subject`, { name }),
    title: t(`${kind}.title`),
    blocks: [
      { kind: "text", text: body },
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
