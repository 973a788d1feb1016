import { loginGrantResponse, otpRequiredResponse, PreflightBody } from "@/lib/contract/login";
import { resource } from "@/lib/http/resource";
import { tenantRoute } from "@/lib/http/tenant-route";
import { directGrant } from "@/lib/login/finish-login";
import { preflight } from "@/lib/login/preflight";
import { assertHashCapacity } from "@/lib/passwords/password-hash";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: tenantRoute(async ({ caller, request, read }) => {
    const { email, password } = await read(PreflightBody);
    const outcome = await preflight(caller, {
      email,
      password,
      trustedDeviceToken: request.headers.get("x-trusted-device"),
      channel: "direct",
    });
    return Response.json(
      outcome.status === "otp_required"
        ? otpRequiredResponse(outcome.challenge)
        : loginGrantResponse(directGrant(outcome), outcome.trustedDevice),
    );
  }, assertHashCapacity),
});
