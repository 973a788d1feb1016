import type { Brand, EmailOf } from "./email";
import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** A one-time code, to sign in or to step up. The subject carries it, so that it can be read from a
 *  notification; there is no link that a deceiver could imitate. */
export function codeEmail(
  { template, code, lifetimeSeconds }: EmailOf<"login_code" | "step_up_code">,
  { name }: Brand,
  { t, duration }: Voice,
): Letter {
  return {
    subject: t(`${template}.subject`, { code, name }),
    title: t(`${template}.title`),
    blocks: [
      { kind: "text", text: t(`${template}.body`, { name }) },
      { kind: "code", code },
      { kind: "text", text: t("common.codeLifetime", { lifetime: duration(lifetimeSeconds) }) },
      { kind: "note", text: t(`${template}.caution`) },
    ],
  };
}
