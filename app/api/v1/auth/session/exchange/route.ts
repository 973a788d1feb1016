import { content } from "@/lib/core/contract/content";
import { endUserHeaders, freshActivity } from "@/lib/core/contract/request-headers";
import {
  SessionExchangeBody,
  SessionExchangeResource,
  sessionExchangeResponse,
} from "@/lib/core/contract/session";
import { sessionExamples } from "@/lib/core/contract/session-examples";
import { freshActivityHeader } from "@/lib/core/http/activity-token";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { exchangeGrant } from "@/lib/core/sessions/exchange-grant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "exchangeGrant",
    tag: "Sessions",
    summary: "Exchange a one-time grant for a session",
    description:
      "A grant works once, within 60 seconds. Keep `session_id` on the server, and store the activity token.",
    caller: "tenant",
    headers: endUserHeaders,
    body: content(SessionExchangeBody, { grant: "agr_3q2-7w0" }),
    answers: { ok: answer(SessionExchangeResource, sessionExamples.exchange, "The session.") },
    answerHeaders: freshActivity,
    refusals: ["invalid_credentials", "user_disabled", "unprocessable"],
    handle: async ({ caller, body: { grant, appId }, ok }) => {
      const exchanged = await exchangeGrant(caller, grant, appId ?? null);
      return ok(sessionExchangeResponse(exchanged), freshActivityHeader(exchanged.activityToken));
    },
  }),
});
