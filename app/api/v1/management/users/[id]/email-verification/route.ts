import { EmailVerificationBody, emailVerificationResponse } from "@/lib/contract/user";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { changeEmailVerification } from "@/lib/users/change-email-verification";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  PATCH: managementRoute("users:write", async ({ caller, params, read }) => {
    const { emailVerified } = await read(EmailVerificationBody);
    const { id, evidence } = await changeEmailVerification(
      caller,
      pathId(params.id),
      emailVerified,
    );
    return Response.json(emailVerificationResponse(id, evidence));
  }),
});
