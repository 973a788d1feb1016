import { pageAt, placeOf } from "@/app/(hosted)/_place/place";
import type { Branding } from "@/lib/core/branding/branding";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { lookFor } from "@/lib/core/oidc/pages/page-look";

/** Page of account security for a browser in which no user is signed in. */
export function notSignedInPage(visit: Visit, branding: Branding): Response {
  const look = lookFor(visit.request, branding);
  const { t } = look;
  return pageResponse(look, {
    title: t("security.signedOutTitle"),
    intro: t("security.signedOut", { tenant: branding.name }),
    content: (
      <a href={pageAt("/account-security/sign-in", placeOf(visit))} className="button primary">
        {t("login.submit")}
      </a>
    ),
  });
}

/** Page for an address that names no usable tenant. */
export function noSuchTenantPage({ request }: Visit): Response {
  const look = lookFor(request, null);
  const { t } = look;
  return pageResponse(look, {
    title: t("error.missingTitle"),
    intro: t("error.missing"),
    status: 404,
  });
}
