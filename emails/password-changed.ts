import { AFTER_NOTICE, type Change, SAMPLE, type Template } from "./template";

/** Notifies a user that their password was changed. */
export const passwordChanged: Template<Change & { ipAddress: string | null }> = {
  urgency: "notice",
  afterFailure: AFTER_NOTICE,
  samples: {
    "password-changed": {
      at: SAMPLE.at,
      ipAddress: "203.0.113.7",
      accountSecurityUrl: SAMPLE.accountSecurityUrl,
    },
  },
  letter: ({ at, ipAddress, accountSecurityUrl }, { name }, { t, moment }) => {
    const address = { label: t("common.ipAddress"), value: ipAddress ?? "", verbatim: true };
    return {
      subject: t("password_changed.subject", { name }),
      title: t("password_changed.title"),
      blocks: [
        { kind: "text", text: t("password_changed.body", { name }) },
        {
          kind: "facts",
          rows: [
            { label: t("common.time"), value: moment(at) },
            ...(ipAddress === null ? [] : [address]),
          ],
        },
        { kind: "text", text: t("password_changed.caution") },
        {
          kind: "action",
          label: t("password_changed.button"),
          href: accountSecurityUrl,
          explanation: t("common.pasteLink"),
        },
      ],
    };
  },
};
