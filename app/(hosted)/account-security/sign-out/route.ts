import { tenantAt } from "@/app/(hosted)/_place/environments";
import { pageAt, placeOf } from "@/app/(hosted)/_place/place";
import { hostedPage, type Submission, seeOther } from "@/lib/core/oidc/pages/hosted-page";
import { endHostedSession, sessionToSignOut } from "@/lib/core/oidc/session/hosted-session";

/** Ends this browser's own session at a tenant. */
async function submit(sent: Submission): Promise<Response> {
  const place = placeOf(sent);
  const { environments } = await tenantAt(place);
  for (const { scope } of environments) {
    const session = await sessionToSignOut(sent.cookies, scope);
    if (!session) continue;
    await endHostedSession(scope, session, sent.context, "logout");
    break;
  }
  return seeOther(pageAt("/signed-out", place));
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ submit });
