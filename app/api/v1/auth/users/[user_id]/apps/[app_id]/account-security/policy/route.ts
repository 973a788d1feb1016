import { readAccountPolicy } from "@/lib/account-security/read-account-security";
import { type AccountParams, accountPolicyResponse } from "@/lib/contract/account-security";
import { accountOf } from "@/lib/http/account-route";
import { resource } from "@/lib/http/resource";
import { scopedRoute } from "@/lib/http/scoped-route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<AccountParams>({
  GET: scopedRoute("account-security:read", async ({ caller, params }) =>
    Response.json(accountPolicyResponse(await readAccountPolicy(caller, accountOf(params)))),
  ),
});
