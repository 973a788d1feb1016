import { content } from "@/lib/contract/content";
import { RevokedResource, SessionBody } from "@/lib/contract/session";
import { sessionExamples } from "@/lib/contract/session-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { invalidateSession } from "@/lib/sessions/invalidate-session";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "invalidateSession",
    tag: "Sessions",
    summary: "Force-end a direct session",
    description: "Answers 0 for a session that is unknown or has ended already.",
    caller: "machine",
    scope: "sessions:invalidate",
    body: content(SessionBody, sessionExamples.session),
    answers: { ok: answer(RevokedResource, { revoked: 1 }, "How many sessions ended.") },
    handle: async ({ caller, body, ok }) =>
      ok({ revoked: await invalidateSession(caller, body.sessionId) }),
  }),
});
