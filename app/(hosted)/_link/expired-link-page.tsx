import { pageAt } from "@/app/(hosted)/_place/place";
import { readBranding } from "@/lib/branding/branding-store";
import { hashSecret } from "@/lib/crypto/secrets";
import { inBatch } from "@/lib/db/batch";
import { placeOfScope } from "@/lib/oidc/applications/own-client";
import type { Visit } from "@/lib/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/oidc/pages/page";
import { lookFor } from "@/lib/oidc/pages/page-look";
import { resolveOneTimeSecret } from "@/lib/one-time/one-time-store";

/** A link that is spent, replaced or past its time still tells whose it was: their pages send another. */
export async function expiredLinkPage(visit: Visit, secret: string | null): Promise<Response> {
  const scope = secret ? await resolveOneTimeSecret(hashSecret(secret)) : null;
  const look = lookFor(visit.request, scope && (await inBatch(scope, readBranding)));
  const { t } = look;
  const place = scope && (await placeOfScope(scope));
  return pageResponse(look, {
    title: t("setPassword.expiredTitle"),
    intro: t("setPassword.expired"),
    content: place && (
      <a href={pageAt("/forgot-password", place)} className="button primary">
        {t("login.forgot")}
      </a>
    ),
  });
}
