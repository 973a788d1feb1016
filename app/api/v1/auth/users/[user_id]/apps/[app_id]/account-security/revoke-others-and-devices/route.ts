import { revokeOthersAndDevices } from "@/lib/core/account-security/revoke-others";
import {
  CurrentSessionBody,
  RevokedOthersResource,
  revokedOthersResponse,
} from "@/lib/core/contract/account-security";
import { accountSecurityExamples } from "@/lib/core/contract/account-security-examples";
import { content } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "revokeOthersAndDevices",
    tag: "Account security",
    summary: "End every other session and forget every trusted device",
    description:
      "Everything but the session that asks. A `current_session_id` that is no live session of this user and app is a 404.",
    caller: "machine",
    scope: "account-security:manage",
    params: ids("user_id", "app_id"),
    body: content(CurrentSessionBody, accountSecurityExamples.currentSession),
    answers: {
      ok: answer(
        RevokedOthersResource,
        accountSecurityExamples.revokedOthers,
        "How many sessions and devices ended.",
      ),
    },
    handle: async ({ caller, params, body, ok }) => {
      const revoked = await revokeOthersAndDevices(caller, params, body.currentSessionId);
      return ok(revokedOthersResponse(revoked));
    },
  }),
});
