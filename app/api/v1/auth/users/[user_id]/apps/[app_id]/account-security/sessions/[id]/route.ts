import { readAccountSessions } from "@/lib/core/account-security/read-account-security";
import {
  AccountSessionResource,
  AccountSessionsQuery,
  accountSessionResponse,
} from "@/lib/core/contract/account-security";
import { accountSecurityExamples } from "@/lib/core/contract/account-security-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { missing } from "@/lib/kernel/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readAccountSession",
    tag: "Account security",
    summary: "Read one of a user's open sessions in an app",
    caller: "machine",
    scope: "account-security:read",
    params: ids("user_id", "app_id", "id"),
    query: AccountSessionsQuery,
    answers: {
      ok: answer(AccountSessionResource, accountSecurityExamples.session, "The session."),
    },
    handle: async ({ caller, params, query, ok }) => {
      const { sessions, policy } = await readAccountSessions(caller, params);
      const session = sessions.find(({ accountSessionId }) => accountSessionId === params.id);
      if (!session) throw missing();
      return ok(accountSessionResponse(session, policy, query.currentSessionId ?? null));
    },
  }),
});
