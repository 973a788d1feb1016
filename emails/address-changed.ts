import { AFTER_NOTICE, type Change, SAMPLE, type Template } from "./template";

/** Notifies the previous address that the account has another one now. */
export const addressChanged: Template<Change & { newEmail: string }> = {
  urgency: "notice",
  afterFailure: AFTER_NOTICE,
  samples: {
    "address-changed": {
      newEmail: "ada.lovelace@example.org",
      at: SAMPLE.at,
      accountSecurityUrl: SAMPLE.accountSecurityUrl,
    },
  },
  letter: ({ newEmail, at, accountSecurityUrl }, { name }, { t, moment }) => ({
    subject: t("address_changed.subject", { name }),
    title: t("address_changed.title"),
    blocks: [
      { kind: "text", text: t("address_changed.body", { name }) },
      {
        kind: "facts",
        rows: [
          { label: t("address_changed.newAddress"), value: newEmail, verbatim: true },
          { label: t("common.time"), value: moment(at) },
        ],
      },
      { kind: "text", text: t("address_changed.caution") },
      {
        kind: "action",
        label: t("address_changed.button"),
        href: accountSecurityUrl,
        explanation: t("common.pasteLink"),
      },
    ],
  }),
};
