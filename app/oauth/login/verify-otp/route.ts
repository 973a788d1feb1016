import { content } from "@/lib/core/contract/content";
import { HostedVerifyOtpBody } from "@/lib/core/contract/hosted-login";
import { resource } from "@/lib/core/http/resource";
import { hostedLoginEndpoint } from "@/lib/core/oidc/sign-in/hosted-login-endpoint";
import { serveVerifyOtp } from "@/lib/core/oidc/sign-in/login-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: hostedLoginEndpoint({
    id: "hostedVerifyOtp",
    summary: "Prove a code on the hosted plane",
    body: content(HostedVerifyOtpBody, { email: "grace@example.com", code: "493817" }),
    serve: serveVerifyOtp,
  }),
});
