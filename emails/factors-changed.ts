import type { Brand, FactorsChanged } from "./email";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** Notifies a user of a change of their factors. */
export function factorsChanged(
  email: FactorsChanged,
  { name }: Brand,
  { t, moment }: Voice,
): Letter {
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
}
