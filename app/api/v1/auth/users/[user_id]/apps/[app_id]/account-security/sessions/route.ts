import { readAccountSessions } from "@/lib/account-security/read-account-security";
import { type AccountParams, accountSessionsResponse } from "@/lib/contract/account-security";
import { accountOf } from "@/lib/http/account-route";
import { resource } from "@/lib/http/resource";
import { scopedRoute } from "@/lib/http/scoped-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<AccountParams>({
  GET: scopedRoute("account-security:read", async ({ caller, params, request }) => {
    const found = await readAccountSessions(caller, accountOf(params));
    const current = new URL(request.url).searchParams.get("current_session_id");
    return Response.json(accountSessionsResponse(found, current));
  }),
});
