import { now } from "@/lib/clock";
import type { ResolvedInstallation } from "@/lib/installations/installation-store";
import {
  INSTALLATION_TOKEN_SECONDS,
  installationScopes,
  signInstallationToken,
} from "@/lib/installations/installation-token";
import { decideMachineScope } from "@/lib/oidc/machine-scope";
import { oauthErrorResponse } from "@/lib/oidc/render-error";

const otherGrants = ["authorization_code", "refresh_token"];

/** The token of an installation that has proved itself: by `client_credentials` alone, and with no scope but
 *  what installations have. */
export async function installationToken(
  form: URLSearchParams,
  installation: ResolvedInstallation,
): Promise<Response> {
  const grantType = form.get("grant_type") ?? "";
  if (grantType !== "client_credentials")
    return otherGrants.includes(grantType)
      ? refused("unauthorized_client", "this client may not use this grant type")
      : refused("unsupported_grant_type", "unsupported grant_type requested");
  if (form.has("resource"))
    return refused("invalid_target", "an installation's token has one audience");
  const scope = decideMachineScope(form.get("scope"), installationScopes);
  if (scope === null)
    return refused("invalid_scope", "a requested scope is not one of an installation's");
  const token = await signInstallationToken(installation, scope, now());
  return Response.json({
    access_token: token,
    token_type: "Bearer",
    expires_in: INSTALLATION_TOKEN_SECONDS,
    scope,
  });
}

function refused(error: string, description: string): Response {
  return oauthErrorResponse({ status: 400, error, description });
}
