import type { Brand, EmailOf } from "./email";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** The welcome of somebody whose account is ready but for its password. */
export function onboarding(
  email: EmailOf<"onboarding">,
  { name }: Brand,
  { t, duration }: Voice,
): Letter {
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
