import { createTranslator } from "use-intl/core";
import ar from "./messages/ar.json";
import de from "./messages/de.json";
import en from "./messages/en.json";
import es from "./messages/es.json";
import fr from "./messages/fr.json";
import ja from "./messages/ja.json";

type Messages = typeof en;

const catalogs = { en, de, fr, es, ja, ar } satisfies Record<string, Messages>;

export type EmailLocale = keyof typeof catalogs;

export const emailLocales = Object.keys(catalogs) as EmailLocale[];

/** Returns the language of a message: the user's, or its base language (`de-AT` falls back to German), or
 *  English. */
export function emailLocale(tag: string): EmailLocale {
  const language = tag.toLowerCase().split(/[-_]/)[0] ?? "";
  return emailLocales.find((locale) => locale === language) ?? "en";
}

/** Translations and formats of a language for messages. */
export interface Voice {
  locale: EmailLocale;
  direction: "ltr" | "rtl";
  t: ReturnType<typeof translator>;
  /** Formats a lifetime in the largest unit that is exact: "30 minutes", "7 days". */
  duration(seconds: number): string;
  /** Formats a time in UTC, because the reader's time zone is not known. */
  moment(at: Date | string): string;
}

export function voiceOf(locale: EmailLocale): Voice {
  // Latin digits in every language: codes and addresses have them too.
  const tag = `${locale}-u-nu-latn`;
  const date = new Intl.DateTimeFormat(tag, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return {
    locale,
    direction: locale === "ar" ? "rtl" : "ltr",
    t: translator(locale),
    duration: (seconds) => durationInWords(tag, seconds),
    moment: (at) => `${date.format(new Date(at))} UTC`,
  };
}

function translator(locale: EmailLocale) {
  return createTranslator({
    locale,
    messages: catalogs[locale] as Messages,
    // A missing sentence is a bug to report, never a key to show to a reader.
    onError: (error) => {
      throw error;
    },
  });
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function durationInWords(tag: string, seconds: number): string {
  const [unit, size] =
    seconds % DAY === 0 && seconds > DAY
      ? ["day", DAY]
      : seconds % HOUR === 0
        ? ["hour", HOUR]
        : // Rounded down: readers must not rely on a minute that is not there.
          ["minute", MINUTE];
  const count = Math.max(1, Math.floor(seconds / Number(size)));
  return new Intl.NumberFormat(tag, {
    style: "unit",
    unit: String(unit),
    unitDisplay: "long",
  }).format(count);
}
