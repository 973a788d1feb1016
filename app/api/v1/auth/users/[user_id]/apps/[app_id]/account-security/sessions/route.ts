import { readAccountSessions } from "@/lib/account-security/read-account-security";
import {
  type AccountParams,
  AccountSessionsQuery,
  accountSessionsResponse,
} from "@/lib/contract/account-security";
import { accountOf } from "@/lib/http/account-route";
import { resource } from "@/lib/http/resource";
import { scopedRoute } from "@/lib/http/scoped-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<AccountParams>({
  GET: scopedRoute(
    "account-security:read",
    async ({ caller, params, query }) => {
      const found = await readAccountSessions(caller, accountOf(params));
      return Response.json(accountSessionsResponse(found, query.currentSessionId ?? null));
    },
    AccountSessionsQuery,
  ),
});
