import { identityResponse } from "@/lib/contract/identity";
import { activityHeader, activityTokenOf } from "@/lib/http/activity-header";
import { identityRoute } from "@/lib/http/identity-route";
import { resource } from "@/lib/http/resource";
import { readIdentity } from "@/lib/sessions/read-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: identityRoute("identity:read", async ({ caller, request }) => {
    const identity = await readIdentity(caller, activityTokenOf(request));
    const headers = activityHeader(identity.activityToken);
    return Response.json(identityResponse(identity, caller.environmentKey), { headers });
  }),
});
