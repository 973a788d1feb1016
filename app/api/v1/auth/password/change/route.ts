import { changePassword } from "@/lib/account-security/change-password";
import { PasswordChangeBody, passwordChangedResponse } from "@/lib/contract/password-change";
import { resource } from "@/lib/http/resource";
import { scopedRoute } from "@/lib/http/scoped-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: scopedRoute("users:password_change", async ({ caller, read }) => {
    const { revokeOtherSessions = false, ...wanted } = await read(PasswordChangeBody);
    const changed = await changePassword(caller, { ...wanted, revokeOtherSessions });
    return Response.json(passwordChangedResponse(changed));
  }),
});
