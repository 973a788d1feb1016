import type { AddressChanged, Brand } from "./email";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** Notifies the previous address that the account has another one now. */
export function addressChanged(
  { newEmail, at, accountSecurityUrl }: AddressChanged,
  { name }: Brand,
  { t, moment }: Voice,
): Letter {
  return {
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
  };
}
