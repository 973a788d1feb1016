import { content } from "@/lib/core/contract/content";
import { HostedPreflightBody } from "@/lib/core/contract/hosted-login";
import { resource } from "@/lib/core/http/resource";
import { hostedLoginEndpoint } from "@/lib/core/oidc/sign-in/hosted-login-endpoint";
import { servePreflight } from "@/lib/core/oidc/sign-in/login-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: hostedLoginEndpoint({
    id: "hostedPreflight",
    summary: "Prove a password on the hosted plane",
    body: content(HostedPreflightBody, {
      email: "grace@example.com",
      password: "kelp, mirage and 4 chairs",
    }),
    serve: servePreflight,
  }),
});
