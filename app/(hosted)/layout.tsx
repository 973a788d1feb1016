import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";

/** The hosted pages: texts travel with them, so that forms can tell errors in the reader's language. */
export default function HostedLayout({ children }: { children: ReactNode }) {
  return <NextIntlClientProvider>{children}</NextIntlClientProvider>;
}
