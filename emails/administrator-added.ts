import type { Brand, EmailOf } from "./email";
import { invitedBy } from "./invited-by";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** Notifies a user with an account of an invitation to administer one more tenant. It carries no secret. */
export function administratorAdded(
  { inviterName, organizationName: organization, dashboardUrl }: EmailOf<"administrator_added">,
  brand: Brand,
  voice: Voice,
): Letter {
  const { name } = brand;
  const { t } = voice;
  return {
    subject: t("administrator_added.subject", { name, organization }),
    title: t("administrator_added.title", { organization }),
    blocks: [
      { kind: "text", text: t("administrator_added.body", { name, organization }) },
      invitedBy(inviterName ? { inviterName } : {}, brand, voice),
      {
        kind: "action",
        label: t("administrator_added.button"),
        href: dashboardUrl,
        explanation: t("common.pasteLink"),
      },
      { kind: "note", text: t("administrator_added.caution") },
    ],
  };
}
