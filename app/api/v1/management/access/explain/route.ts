import { explainDecision } from "@/lib/access/explain-decision";
import { accessExplanationResponse, ExplainAccessBody } from "@/lib/contract/access";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: managementRoute("entitlements:read", async ({ caller, read }) => {
    const { userId, appId, organizationId = null } = await read(ExplainAccessBody);
    const explanation = await explainDecision(caller, { userId, appId, organizationId });
    return Response.json(accessExplanationResponse(explanation));
  }),
});
