import { invitedBy } from "./invited-by";
import type { Template } from "./template";

/** Notifies a user with an account of an invitation to administer one more tenant. It carries no secret. */
export const administratorAdded: Template<{
  inviterName?: string;
  organizationName: string;
  dashboardUrl: string;
}> = {
  urgency: "notice",
  afterFailure: "The administrator has access already; an owner of the tenant can tell them.",
  samples: {
    "administrator-added": {
      inviterName: "grace@northwind.example",
      organizationName: "Northwind Traders",
      dashboardUrl: "https://id.example.com/dashboard",
    },
  },
  letter: ({ inviterName, organizationName: organization, dashboardUrl }, brand, voice) => {
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
  },
};
