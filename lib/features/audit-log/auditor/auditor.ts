import type { Locale } from "@/i18n/locales";

/** Recipient outside the tenant who gets the checkpoint of its log by mail each day. */
export interface Auditor {
  address: string;
  /** Language of the messages. */
  locale: Locale;
}
