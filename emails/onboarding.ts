import { invitedBy } from "./invited-by";
import { AFTER_INVITATION, type Invitation, type Link, SAMPLE, type Template } from "./template";

/** Welcomes a user whose account is ready except for its password. */
export const onboarding: Template<Invitation & Link> = {
  urgency: "link",
  afterFailure: AFTER_INVITATION,
  samples: {
    onboarding: {
      organizationName: "Northwind Traders",
      link: SAMPLE.link("onboarding"),
      lifetimeSeconds: SAMPLE.week,
    },
  },
  letter: (email, brand, voice) => {
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
  },
};
