import { content } from "@/lib/core/contract/content";
import { loginExamples } from "@/lib/core/contract/login-examples";
import { ForgotPasswordAnswer, ForgotPasswordBody } from "@/lib/core/contract/password-forgot";
import { signInHeaders } from "@/lib/core/contract/request-headers";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { requestPasswordReset } from "@/lib/core/password-links/request-password-reset";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "forgotPassword",
    tag: "Sign-in",
    summary: "Ask for a link that sets a new password",
    description: "The answer is the same for every address, known or unknown.",
    caller: "tenant",
    headers: signInHeaders,
    body: content(ForgotPasswordBody, loginExamples.address),
    answers: {
      accepted: answer(
        ForgotPasswordAnswer,
        { status: "accepted" },
        "If there is such a user, a link is on its way.",
      ),
    },
    handle: async ({ caller, body, accepted }) => {
      await requestPasswordReset(caller, body.email);
      return accepted({ status: "accepted" });
    },
  }),
});
