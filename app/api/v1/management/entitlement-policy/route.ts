import {
  EntitlementPolicyBody,
  entitlementPolicyChanges,
  entitlementPolicyResponse,
} from "@/lib/contract/entitlement-policy";
import { inTenant } from "@/lib/db";
import { changeEntitlementPolicy } from "@/lib/entitlements/change-entitlement-policy";
import { readEntitlementPolicy } from "@/lib/entitlements/entitlement-policy-store";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("entitlements:read", async ({ caller }) =>
    Response.json(entitlementPolicyResponse(await inTenant(caller, readEntitlementPolicy))),
  ),
  PATCH: managementRoute("entitlements:write", async ({ caller, read }) => {
    const changes = entitlementPolicyChanges(await read(EntitlementPolicyBody));
    return Response.json(entitlementPolicyResponse(await changeEntitlementPolicy(caller, changes)));
  }),
});
