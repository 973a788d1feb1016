import { RedeemPasswordLinkBody, redeemedLinkResponse } from "@/lib/contract/password-redeem";
import { resource } from "@/lib/http/resource";
import { tenantRoute } from "@/lib/http/tenant-route";
import { redeemLinkDirectly } from "@/lib/login/redeem-link-directly";
import { assertHashCapacity } from "@/lib/passwords/password-hash";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: tenantRoute(async ({ caller, read }) => {
    const redemption = await read(RedeemPasswordLinkBody);
    return Response.json(redeemedLinkResponse(await redeemLinkDirectly(caller, redemption)));
  }, assertHashCapacity),
});
