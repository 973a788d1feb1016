import { issueUserToken } from "@/lib/access/issue-user-token";
import { UserTokenBody, userTokenResponse } from "@/lib/contract/token";
import { activityHeader, activityTokenOf } from "@/lib/http/activity-header";
import { resource } from "@/lib/http/resource";
import { scopedRoute } from "@/lib/http/scoped-route";
import { takeTokenRequest } from "@/lib/rate-limits/request-limits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: scopedRoute("tokens:issue", async ({ caller, request, read }) => {
    await takeTokenRequest(caller.credentialId);
    const { sessionId, appId, organizationId = null } = await read(UserTokenBody);
    const activityToken = activityTokenOf(request);
    const issued = await issueUserToken(caller, {
      sessionId,
      appId,
      organizationId,
      activityToken,
    });
    return Response.json(userTokenResponse(issued), {
      headers: activityHeader(issued.activityToken),
    });
  }),
});
