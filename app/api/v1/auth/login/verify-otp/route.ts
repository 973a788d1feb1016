import { loginGrantResponse, VerifyOtpBody } from "@/lib/contract/login";
import { resource } from "@/lib/http/resource";
import { tenantRoute } from "@/lib/http/tenant-route";
import { directGrant } from "@/lib/login/finish-login";
import { verifyLoginCode } from "@/lib/login/verify-login-code";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: tenantRoute(async ({ caller, request, read }) => {
    const { email, code, rememberDevice, deviceName } = await read(VerifyOtpBody);
    const success = await verifyLoginCode(caller, {
      email,
      code,
      challengeToken: request.headers.get("x-login-challenge"),
      rememberDevice: rememberDevice ?? false,
      deviceName: deviceName ?? null,
      channel: "direct",
    });
    return Response.json(loginGrantResponse(directGrant(success), success.trustedDevice));
  }),
});
