import { LogoutParameters } from "@/lib/core/contract/authorization";
import { printable, single, withoutEmpty } from "@/lib/core/oidc/http/form";
import { withParameters } from "@/lib/core/oidc/http/with-parameters";
import { postLogoutRedirectAllowed } from "@/lib/core/oidc-clients/oidc-client";
import {
  type ResolvedOidcClient,
  resolveOidcClient,
} from "@/lib/core/oidc-clients/oidc-client-store";
import { verifyIdToken } from "@/lib/core/signing-keys/verify-id-token";
import type { TenantScope } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";

/** A validated logout request of a relying party. */
export interface LogoutRequest {
  scope: TenantScope;
  client: ResolvedOidcClient;
  /** User and session to log out, if an ID token names them. */
  hint: { sub: string; sid: string | null } | null;
  /** Address after the logout, including the state. */
  redirectTo: string | null;
  /** As received, including the state, for the confirmation to send again. */
  postLogoutRedirectUri: string | null;
  state: string | null;
}

const used = Object.keys(LogoutParameters.shape);

/** As at the authorization endpoint. */
const STATE_BYTES = 2048;

function refused(detail: string): ServiceError {
  return new ServiceError("malformed", { detail });
}

/** Reads and checks a logout request of a relying party (OpenID Connect RP-Initiated Logout 1.0 §2).
 *  @throws ServiceError `malformed`: no session ends, and the browser is not redirected */
export async function readLogoutRequest(sent: URLSearchParams): Promise<LogoutRequest> {
  const params = withoutEmpty(sent);
  for (const name of used)
    if (params.getAll(name).length > 1) throw refused(`parameter ${printable(name)} is repeated`);
  const token = single(params, "id_token_hint");
  const named = single(params, "client_id");
  if (token === null && named === null) throw refused("id_token_hint or client_id is required");
  const claims = token === null ? null : await verifyIdToken(token);
  if (claims && named !== null && claims.aud !== named)
    throw refused("id_token_hint was issued to another client than client_id");
  const clientId = claims?.aud ?? named ?? "";
  const found = clientId.includes("\0") ? null : await resolveOidcClient(clientId);
  if (!found) throw refused("there is no such client");
  const postLogoutRedirectUri = single(params, "post_logout_redirect_uri");
  const allowed = found.client.postLogoutRedirectUris;
  if (postLogoutRedirectUri !== null && !postLogoutRedirectAllowed(allowed, postLogoutRedirectUri))
    throw refused("post_logout_redirect_uri is not one of the client’s registered addresses");
  const state = single(params, "state");
  if (Buffer.byteLength(state ?? "") > STATE_BYTES)
    throw refused(`state is longer than ${STATE_BYTES} bytes`);
  return {
    ...found,
    hint: claims && { sub: claims.sub, sid: claims.sid },
    redirectTo:
      postLogoutRedirectUri &&
      withParameters(postLogoutRedirectUri, state === null ? {} : { state }),
    postLogoutRedirectUri,
    state,
  };
}
