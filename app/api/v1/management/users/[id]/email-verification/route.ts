import { content } from "@/lib/core/contract/content";
import {
  EmailVerificationBody,
  EmailVerificationResource,
  emailVerificationResponse,
} from "@/lib/core/contract/user";
import { userExamples } from "@/lib/core/contract/user-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { changeEmailVerification } from "@/lib/core/users/change-email-verification";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: endpoint({
    id: "changeEmailVerification",
    tag: "Users",
    summary: "Mark a user's address as verified by the tenant, or withdraw that mark",
    description: "A proof that the service obtained itself can't be withdrawn.",
    caller: "machine",
    scope: "users:write",
    params: ids("id"),
    body: content(EmailVerificationBody, userExamples.vouching),
    answers: {
      ok: answer(EmailVerificationResource, userExamples.evidence, "The evidence as it stands."),
    },
    handle: async ({ caller, params, body, ok }) => {
      const changed = await changeEmailVerification(caller, params.id, body.emailVerified);
      return ok(emailVerificationResponse(changed.id, changed.evidence));
    },
  }),
});
