import { revokeOthersAndDevices } from "@/lib/account-security/revoke-others";
import {
  type AccountParams,
  CurrentSessionBody,
  revokedOthersResponse,
} from "@/lib/contract/account-security";
import { accountOf } from "@/lib/http/account-route";
import { resource } from "@/lib/http/resource";
import { scopedRoute } from "@/lib/http/scoped-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<AccountParams>({
  POST: scopedRoute("account-security:manage", async ({ caller, params, read }) => {
    const { currentSessionId } = await read(CurrentSessionBody);
    const revoked = await revokeOthersAndDevices(caller, accountOf(params), currentSessionId);
    return Response.json(revokedOthersResponse(revoked));
  }),
});
