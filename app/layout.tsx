import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { readerOf } from "@/app/dashboard/_words/reader";
import { directionOf } from "@/i18n/locales";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Atrium", template: "%s" },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f6f3" },
    { media: "(prefers-color-scheme: dark)", color: "#121211" },
  ],
};

// Every page carries a nonce of its own, so none can be rendered before it is requested.
export const dynamic = "force-dynamic";

/** The page's language and direction are the reader's, and are declared for screen readers. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale } = await readerOf();
  return (
    <html lang={locale} dir={directionOf(locale)}>
      <body className="font-sans">{children}</body>
    </html>
  );
}
