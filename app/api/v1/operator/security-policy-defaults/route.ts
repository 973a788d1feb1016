import {
  PolicyDefaultsBody,
  policyDefaultChanges,
  policyDefaultsResponse,
} from "@/lib/contract/operator-policy";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { changePolicyDefaults } from "@/lib/operators/change-policy-defaults";
import { readPolicyDefaults } from "@/lib/tenants/security-policy-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: operatorRoute(async () => Response.json(policyDefaultsResponse(await readPolicyDefaults()))),
  PATCH: operatorRoute(async ({ caller, read }) => {
    const changes = policyDefaultChanges(await read(PolicyDefaultsBody));
    return Response.json(policyDefaultsResponse(await changePolicyDefaults(caller, changes)));
  }),
});
