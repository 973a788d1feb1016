import { readTrustedDevices } from "@/lib/account-security/read-account-security";
import { type AccountParams, trustedDevicesResponse } from "@/lib/contract/account-security";
import { accountOf } from "@/lib/http/account-route";
import { resource } from "@/lib/http/resource";
import { scopedRoute } from "@/lib/http/scoped-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<AccountParams>({
  GET: scopedRoute("account-security:read", async ({ caller, params }) => {
    const devices = await readTrustedDevices(caller, accountOf(params));
    return Response.json(trustedDevicesResponse(devices));
  }),
});
