import { tenantAt } from "@/app/(hosted)/_place/environments";
import { placeOf } from "@/app/(hosted)/_place/place";
import { wayBackTo } from "@/lib/core/oidc/applications/way-back";
import { hostedPage, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { lookFor } from "@/lib/core/oidc/pages/page-look";
import { WayOn } from "@/lib/core/oidc/pages/way-on";

/** Page on which a sign-out ends that leads nowhere else. */
async function show(visit: Visit): Promise<Response> {
  const [back, { branding }] = await Promise.all([
    wayBackTo(visit.asked("client")),
    tenantAt(placeOf(visit)),
  ]);
  const look = lookFor(visit.request, branding);
  const { t } = look;
  return pageResponse(look, {
    title: t("signedOut.title"),
    intro: t("signedOut.intro"),
    content: back?.name && <WayOn look={look} back={back} />,
  });
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show });
