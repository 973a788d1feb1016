import type { Brand, PasswordChanged } from "./email";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** Notifies a user that their password was changed. */
export function passwordChanged(
  { at, ipAddress, accountSecurityUrl }: PasswordChanged,
  { name }: Brand,
  { t, moment }: Voice,
): Letter {
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
}
