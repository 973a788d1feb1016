import { ForgotPasswordBody } from "@/lib/contract/password-forgot";
import { resource } from "@/lib/http/resource";
import { tenantRoute } from "@/lib/http/tenant-route";
import { requestPasswordReset } from "@/lib/login/request-password-reset";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: tenantRoute(async ({ caller, read }) => {
    const { email } = await read(ForgotPasswordBody);
    await requestPasswordReset(caller, email);
    return Response.json({ status: "accepted" }, { status: 202 });
  }),
});
