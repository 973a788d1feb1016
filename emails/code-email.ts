import { deviceInWords } from "./device-in-words";
import type { Brand, EmailOf } from "./email";
import type { Block, Letter } from "./letter";
import type { Voice } from "./voice";

type Code = EmailOf<"login_code" | "step_up_code">;

/** A one-time code, to sign in or to step up. The subject contains it, so that it can be read from a
 *  notification. The only link cancels the sign-in or step-up: none leads to a page where a code is typed, so
 *  that a message with such a link is recognizable as forged. */
export function codeEmail(email: Code, { name }: Brand, voice: Voice): Letter {
  const { template, code, lifetimeSeconds } = email;
  const { t, duration } = voice;
  return {
    subject: t(`${template}.subject`, { code, name }),
    title: t(`${template}.title`),
    blocks: [
      { kind: "text", text: t(`${template}.body`, { name }) },
      { kind: "code", code },
      { kind: "text", text: t("common.codeLifetime", { lifetime: duration(lifetimeSeconds) }) },
      ...origin(email, voice),
      { kind: "note", text: t(`${template}.caution`) },
      ...notMe(email, voice),
    ],
  };
}

/** Returns the origin of the request for the code. */
function origin({ browser, system, network, at }: Code, voice: Voice): Block[] {
  if (!at) return [];
  const { t, moment } = voice;
  return [
    {
      kind: "facts",
      rows: [
        { label: t("common.device"), value: deviceInWords({ browser, system }, voice) },
        { label: t("common.network"), value: network ?? t("common.unknown"), verbatim: !!network },
        { label: t("common.time"), value: moment(at) },
      ],
    },
  ];
}

function notMe({ notMeLink: href }: Code, { t }: Voice): Block[] {
  if (!href) return [];
  const explanation = t("common.pasteLink");
  return [{ kind: "action", label: t("common.notMe"), href, explanation, isQuiet: true }];
}
