"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";

/** Leaves a form's answer for where the sign-in goes on. A redirect would be the form's own, which the page's
 *  `form-action` binds to our origin, while a sign-in ends at the relying party's: this is a navigation of its
 *  own, with and without scripts.
 *  @param to a path of ours */
export function MoveOn({ to }: { to: string }) {
  const t = useTranslations("common");
  useEffect(() => window.location.replace(to), [to]);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
      </noscript>
      <a href={to} className="button button-primary w-full">
        {t("continue")}
      </a>
    </>
  );
}
