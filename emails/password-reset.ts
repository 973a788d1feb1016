import { type Link, SAMPLE, type Template } from "./template";

/** The link that resets a password. */
export const passwordReset: Template<Link> = {
  urgency: "link",
  afterFailure: "The user requests a new link with “Forgot password?” on the page of the sign-in.",
  samples: { "password-reset": { link: SAMPLE.link("set-password"), lifetimeSeconds: 1800 } },
  letter: ({ link, lifetimeSeconds }, { name }, { t, duration }) => ({
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
  }),
};
