import { grantedScope } from "@/lib/core/credentials/granted-scope";
import { MACHINE_TOKEN_SECONDS } from "@/lib/core/credentials/machine-token";
import {
  installationScopes,
  signInstallationToken,
} from "@/lib/core/installations/installation-token";
import type { InstallationClient } from "@/lib/core/oidc/token/authenticated-client";
import { type GrantRequest, refusedGrant } from "@/lib/core/oidc/token/grant";
import { refusedScope } from "@/lib/core/oidc/token/refused-scope";
import { now } from "@/lib/kernel/clock";

/** `client_credentials` of an installation: a token with the fixed scope of installations. */
export async function installationGrant({
  form,
  client: { installation },
}: GrantRequest<InstallationClient>): Promise<Response> {
  if (form.has("resource"))
    return refusedGrant("invalid_target", "an installation's token has one audience");
  const granted = grantedScope(form.get("scope"), installationScopes);
  if ("notHeld" in granted)
    return refusedScope(granted.notHeld, "an installation's", installationScopes);
  const { scope } = granted;
  return Response.json({
    access_token: await signInstallationToken(installation, scope, now()),
    token_type: "Bearer",
    expires_in: MACHINE_TOKEN_SECONDS,
    scope,
  });
}
