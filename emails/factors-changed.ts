import { AFTER_NOTICE, type Change, SAMPLE, type Template } from "./template";

/** A change of a user's factors. A name is the user's own. */
export type FactorOccasion =
  | {
      occasion: "passkey_added" | "passkey_removed" | "totp_added" | "totp_removed";
      factorName: string;
    }
  | { occasion: "recovery_codes_made" | "factors_reset" }
  | { occasion: "recovery_code_used"; left: number };

/** Notifies a user of a change of their factors. */
export const factorsChanged: Template<Change & { ipAddress: string | null } & FactorOccasion> = {
  urgency: "notice",
  afterFailure: AFTER_NOTICE,
  samples: {
    "factors-changed": {
      occasion: "passkey_added",
      factorName: "Apple Passwords",
      at: SAMPLE.at,
      ipAddress: "203.0.113.7",
      accountSecurityUrl: SAMPLE.accountSecurityUrl,
    },
  },
  letter: (email, { name }, { t, moment }) => {
    const { occasion, at, ipAddress, accountSecurityUrl } = email;
    const factorName = "factorName" in email ? email.factorName : "";
    const left = "left" in email ? email.left : 0;
    const address = { label: t("common.ipAddress"), value: ipAddress ?? "", verbatim: true };
    return {
      subject: t(`factors_changed.${occasion}.subject`, { name }),
      title: t(`factors_changed.${occasion}.title`),
      blocks: [
        { kind: "text", text: t(`factors_changed.${occasion}.body`, { name, factorName, left }) },
        {
          kind: "facts",
          rows: [
            { label: t("common.time"), value: moment(at) },
            ...(ipAddress === null ? [] : [address]),
          ],
        },
        { kind: "text", text: t("factors_changed.caution") },
        {
          kind: "action",
          label: t("factors_changed.button"),
          href: accountSecurityUrl,
          explanation: t("common.pasteLink"),
        },
      ],
    };
  },
};
