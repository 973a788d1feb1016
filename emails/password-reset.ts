import type { Brand, EmailOf } from "./email";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** The link that resets a password. */
export function passwordReset(
  { link, lifetimeSeconds }: EmailOf<"password_reset">,
  { name }: Brand,
  { t, duration }: Voice,
): Letter {
  return {
    subject: t("password_reset.subject", { name }),
    title: t("password_reset.title"),
    blocks: [
      { kind: "text", text: t("password_reset.body", { name }) },
      {
        kind: "action",
        label: t("password_reset.button"),
        href: link,
        explanation: t("common.pasteLink"),
      },
      { kind: "text", text: t("common.linkLifetime", { lifetime: duration(lifetimeSeconds) }) },
      { kind: "text", text: t("password_reset.effect") },
      { kind: "note", text: t("password_reset.caution") },
    ],
  };
}
