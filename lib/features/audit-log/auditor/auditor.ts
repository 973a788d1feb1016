import type { Locale } from "@/i18n/locales";

/** Somebody outside who gets the checkpoint of the tenant's log by mail each day. */
export interface Auditor {
  address: string;
  /** The language of the messages. */
  locale: Locale;
}
