import { revokeOthersAndDevices } from "@/lib/account-security/revoke-others";
import {
  CurrentSessionBody,
  RevokedOthersResource,
  revokedOthersResponse,
} from "@/lib/contract/account-security";
import { accountSecurityExamples } from "@/lib/contract/account-security-examples";
import { content } from "@/lib/contract/content";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
