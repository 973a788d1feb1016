import { revokeOtherSessions } from "@/lib/account-security/revoke-others";
import { type AccountParams, CurrentSessionBody } from "@/lib/contract/account-security";
import { accountOf } from "@/lib/http/account-route";
import { resource } from "@/lib/http/resource";
import { scopedRoute } from "@/lib/http/scoped-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<AccountParams>({
  POST: scopedRoute("account-security:manage", async ({ caller, params, read }) => {
    const { currentSessionId } = await read(CurrentSessionBody);
    const revoked = await revokeOtherSessions(caller, accountOf(params), currentSessionId);
    return Response.json({ revoked });
  }),
});
