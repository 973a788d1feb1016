import { SessionExchangeBody, sessionExchangeResponse } from "@/lib/contract/session";
import { activityHeader } from "@/lib/http/activity-header";
import { resource } from "@/lib/http/resource";
import { tenantRoute } from "@/lib/http/tenant-route";
import { exchangeGrant } from "@/lib/sessions/exchange-grant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: tenantRoute(async ({ caller, read }) => {
    const { grant, appId } = await read(SessionExchangeBody);
    const exchanged = await exchangeGrant(caller, grant, appId ?? null);
    const headers = activityHeader(exchanged.activityToken);
    return Response.json(sessionExchangeResponse(exchanged), { headers });
  }),
});
