import { pageAt } from "@/app/(hosted)/_place/place";
import { readBranding } from "@/lib/core/branding/branding-store";
import { placeOfScope } from "@/lib/core/oidc/applications/own-client";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { lookFor } from "@/lib/core/oidc/pages/page-look";
import { resolveOneTimeSecret } from "@/lib/core/one-time/one-time-store";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inBatch } from "@/lib/kernel/db/batch";

/** Page of a link that is spent, replaced or expired. The link still names its tenant, whose pages send
 *  another one. */
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
