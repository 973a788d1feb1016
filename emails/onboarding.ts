import type { Brand, EmailOf } from "./email";
import { invitedBy } from "./invited-by";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** Welcomes a user whose account is ready except for its password. */
export function onboarding(email: EmailOf<"onboarding">, brand: Brand, voice: Voice): Letter {
  const { name } = brand;
  const { t, duration } = voice;
  const organization = email.organizationName;
  return {
    subject: t("onboarding.subject", { name }),
    title: t("onboarding.title", { name }),
    blocks: [
      {
        kind: "text",
        text: organization
          ? t("onboarding.bodyOrganization", { organization })
          : t("onboarding.body"),
      },
      invitedBy(email, brand, voice),
      {
        kind: "action",
        label: t("onboarding.button"),
        href: email.link,
        explanation: t("common.pasteLink"),
      },
      {
        kind: "text",
        text: t("common.linkLifetime", { lifetime: duration(email.lifetimeSeconds) }),
      },
      { kind: "note", text: t("onboarding.caution") },
    ],
  };
}
