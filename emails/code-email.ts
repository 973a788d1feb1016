import { deviceInWords } from "./device-in-words";
import type { Block } from "./letter";
import { SAMPLE, type Template } from "./template";
import type { Voice } from "./voice";

/** A one-time code, with the origin of its request. Only the code is required: a message that was queued by
 *  an earlier version has nothing else. */
interface Code {
  code: string;
  lifetimeSeconds: number;
  /** The browser; null when it is not known. */
  browser?: string | null;
  system?: string | null;
  /** Network address of the request; of IPv6 its network. */
  network?: string | null;
  at?: Date | string;
  /** Cancels the sign-in or step-up of the code. */
  notMeLink?: string;
}

const sample = {
  lifetimeSeconds: 600,
  browser: "Chrome",
  system: "macOS",
  network: "2001:db8:7::/64",
  at: SAMPLE.at,
  notMeLink: SAMPLE.link("not-me"),
};

export const loginCode: Template<Code> = {
  urgency: "code",
  afterFailure: "The user requests a new code on the page of the sign-in.",
  samples: { "login-code": { code: "481516", ...sample } },
  letter: letterOf("login_code"),
};

export const stepUpCode: Template<Code> = {
  urgency: "code",
  afterFailure: "The user requests a new code on the page that needs it.",
  samples: { "step-up-code": { code: "234298", ...sample } },
  letter: letterOf("step_up_code"),
};

/** Writes a one-time code, to sign in or to step up. The subject contains it, so that it can be read from a
 *  notification. The only link cancels the sign-in or step-up: none leads to a page where a code is typed, so
 *  that a message with such a link is recognizable as forged. */
function letterOf(template: "login_code" | "step_up_code"): Template<Code>["letter"] {
  return (email, { name }, voice) => {
    const { code, lifetimeSeconds } = email;
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
