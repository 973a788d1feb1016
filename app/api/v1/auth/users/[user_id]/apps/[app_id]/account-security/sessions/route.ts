import { readAccountSessions } from "@/lib/core/account-security/read-account-security";
import {
  AccountSessionList,
  AccountSessionsQuery,
  accountSessionsResponse,
} from "@/lib/core/contract/account-security";
import { accountSecurityExamples } from "@/lib/core/contract/account-security-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listAccountSessions",
    tag: "Account security",
    summary: "List a user's open sessions in an app",
    description: "Direct sessions and those of the hosted pages, by their account-session handles.",
    caller: "machine",
    scope: "account-security:read",
    params: ids("user_id", "app_id"),
    query: AccountSessionsQuery,
    answers: {
      ok: answer(AccountSessionList, accountSecurityExamples.sessions, "The full set."),
    },
    handle: async ({ caller, params, query, ok }) => {
      const found = await readAccountSessions(caller, params);
      return ok(accountSessionsResponse(found, query.currentSessionId ?? null));
    },
  }),
});
