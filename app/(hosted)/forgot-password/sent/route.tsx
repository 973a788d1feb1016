import { readLinkRequest } from "@/app/(hosted)/_link/asked-link";
import { expiredSignIn } from "@/app/(hosted)/_sign-in/expired-sign-in";
import { BackToSignIn } from "@/app/(hosted)/forgot-password/back-to-sign-in";
import { pageOfForgotten, readOrigin } from "@/app/(hosted)/forgot-password/origin";
import { hostedPage, seeOther, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { Notice } from "@/lib/core/oidc/pages/notice";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { lookFor } from "@/lib/core/oidc/pages/page-look";

/** Page after a request for a link; the same for every address, whether it has an account or not. */
async function show(visit: Visit): Promise<Response> {
  const origin = await readOrigin(visit);
  if (!origin) return expiredSignIn(visit);
  const linkRequest = readLinkRequest(visit.cookies);
  if (!linkRequest) return seeOther(pageOfForgotten("/forgot-password", visit));
  const look = lookFor(visit.request, origin.branding);
  const { t } = look;
  return pageResponse(look, {
    title: t("forgot.sentTitle"),
    content: (
      <div className="stack">
        <Notice tone="good" focus>
          {t("forgot.sent", { email: linkRequest.email })}
        </Notice>
        <BackToSignIn look={look} visit={visit} origin={origin} />
      </div>
    ),
  });
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show });
