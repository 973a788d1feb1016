import { revokeAccountSession } from "@/lib/account-security/revoke-account-session";
import type { AccountParams } from "@/lib/contract/account-security";
import { NothingBody } from "@/lib/contract/nothing";
import { accountOf } from "@/lib/http/account-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { scopedRoute } from "@/lib/http/scoped-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<AccountParams & { id: string }>({
  POST: scopedRoute("account-security:manage", async ({ caller, params, readOptional }) => {
    await readOptional(NothingBody);
    const owner = accountOf(params);
    return Response.json({ revoked: await revokeAccountSession(caller, owner, pathId(params.id)) });
  }),
});
