import { z } from "zod";
import { ofSize, WITH_SETS } from "@/lib/core/contract/body-size";
import { bodyId, key, line, name } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import { SecretHintResource, secretHintResponse } from "@/lib/core/contract/secret-hint";
import {
  authMethods,
  clientProfiles,
  MOST_GRACE_SECONDS,
} from "@/lib/core/oidc-clients/client-methods";
import { accessScopes } from "@/lib/core/oidc-clients/oidc-client";
import type {
  ListedOidcClient,
  OidcClientSettings,
} from "@/lib/core/oidc-clients/oidc-client-store";
import { idTokenAlgorithms } from "@/lib/core/signing-keys/signing-key";
import { storableInDoubles } from "@/lib/kernel/db/exact-json";

const type = z.enum(["confidential", "public"]).meta({
  description:
    "A confidential client holds a secret; a public one proves itself by PKCE alone. The type never changes.",
});
const firstParty = z
  .boolean()
  .meta({ description: "Whether users are signed in to it without being asked for consent." });
const deviceAuthorization = z.boolean().meta({
  description:
    "Whether devices without a browser may sign users in through it (RFC 8628). Such a client may have no redirect URI.",
});
const allowedScopes = z.array(z.enum(accessScopes)).meta({
  description: "The scopes beyond identity that the client may ask for. They need an app.",
});
const REDIRECTS = "Where users may be sent back to, compared to the letter.";
const LOGOUTS = "Where users may be sent after a logout.";
const BACKCHANNEL =
  "Where logout tokens are sent (OpenID Connect Back-Channel Logout 1.0): https, on a public address. Null for nowhere.";
const APP =
  "The app whose access rules decide who may sign in through the client; null asks no rule.";

export const clientMethods = {
  token_endpoint_auth_method: z.enum(authMethods).meta({
    description:
      "How the client proves itself. One with a secret may send it by Basic or in the form, whichever is named; `private_key_jwt` needs `jwks` or `jwks_uri`, and then no secret counts; a public client has `none`.",
  }),
  jwks: z
    .object({
      keys: z
        .array(
          z.looseObject({
            kty: z.string().meta({ description: "The key's type (RFC 7517 §4.1)." }),
          }),
        )
        .meta({ description: "Public keys, at most 20." }),
    })
    .refine(
      storableInDoubles,
      "holds characters that cannot be stored, or a number that would lose digits",
    )
    .nullable()
    .meta({
      description:
        "The client's public keys (RFC 7517): RSA of 2,048 bits or more, P-256 or Ed25519. Null for none.",
    }),
  jwks_uri: line(2048).nullable().meta({
    description:
      "Where the client publishes its keys instead: https, on a public address. Null for nowhere.",
  }),
  id_token_signed_response_alg: z
    .enum(idTokenAlgorithms)
    .meta({ description: "What ID tokens and logout tokens are signed with." }),
  require_pushed_authorization_requests: z.boolean().meta({
    description: "Whether only requests are authorized that were pushed to /oauth/par (RFC 9126).",
  }),
  dpop_bound_access_tokens: z.boolean().meta({
    description:
      "Whether tokens are only given with a proof of possession, and bound to its key (RFC 9449).",
  }),
  profile: z.enum(clientProfiles).meta({
    description:
      "`fapi2` is the FAPI 2.0 Security Profile: it fixes `private_key_jwt`, pushed requests, bound tokens, and `PS256`, `ES256` or `EdDSA`. A value that contradicts it is refused.",
  }),
  refresh_grace_seconds: z.int().min(0).max(MOST_GRACE_SECONDS).meta({
    description:
      "How many seconds after its use a refresh token may come back and be answered with tokens of its family, at most five times. A token that comes back later ends its family; with 0, any that comes back does. 10 when new and absent.",
  }),
};

const resource = {
  id: id.meta({ description: "The client's id, as paths name it." }),
  client_id: z.string().meta({ description: "`aoc_…`: what the client calls itself at /oauth." }),
  key: z.string().meta({ description: "What a file of the configuration calls the client." }),
  name: z.string().meta({ description: "What people call the client." }),
  type,
  app_id: id.nullable().meta({ description: APP }),
  redirect_uris: z.array(z.string()).meta({ description: REDIRECTS }),
  post_logout_redirect_uris: z.array(z.string()).meta({ description: LOGOUTS }),
  backchannel_logout_uri: z.string().nullable().meta({ description: BACKCHANNEL }),
  first_party: firstParty,
  allowed_scopes: allowedScopes,
  device_authorization: deviceAuthorization,
  ...clientMethods,
  created_at: timestamp.meta({ description: "When the client was registered." }),
  last_used_at: timestamp.nullable().meta({
    description: "When the client last proved itself; null for never.",
  }),
  revoked_at: timestamp
    .nullable()
    .meta({ description: "When the client was revoked; null while it is live." }),
  secrets: z
    .array(SecretHintResource)
    .meta({ description: "The live secrets, at most two, the oldest first." }),
};

export const OidcClientResource = z
  .object(resource)
  .meta({ id: "OidcClient", description: "A relying party of OpenID Connect." });

export const IssuedOidcClientResource = z
  .object({
    ...resource,
    client_secret: z.string().nullable().meta({
      description: "`aocs_…`. Only in this answer; null for a client that has none.",
    }),
  })
  .meta({ id: "IssuedOidcClient" });

export const OidcClientList = z
  .object({
    oidc_clients: z
      .array(OidcClientResource)
      .meta({ description: "Every client, revoked ones too, the oldest first." }),
  })
  .meta({ id: "OidcClientList" });

const uris = z
  .array(line(2048))
  .max(50)
  .overwrite((list) => [...new Set(list)]);

const settings = {
  name: name.meta({ description: "What people call the client." }),
  app_id: bodyId.nullable().meta({ description: APP }),
  redirect_uris: uris.meta({ description: REDIRECTS }),
  post_logout_redirect_uris: uris.meta({ description: LOGOUTS }),
  backchannel_logout_uri: line(2048).nullable().meta({ description: BACKCHANNEL }),
  first_party: firstParty,
  allowed_scopes: allowedScopes.max(accessScopes.length).overwrite((list) => [...new Set(list)]),
  device_authorization: deviceAuthorization,
  ...clientMethods,
};

export const NewOidcClientBody = ofSize(
  z
    .strictObject({
      key: key.optional().meta({
        description:
          "What a file of the configuration calls the client; made from the name when absent. Of the live clients, unique in the environment.",
      }),
      type,
      name: settings.name,
      redirect_uris: settings.redirect_uris,
      app_id: settings.app_id.optional(),
      post_logout_redirect_uris: settings.post_logout_redirect_uris.optional(),
      backchannel_logout_uri: settings.backchannel_logout_uri.optional(),
      first_party: settings.first_party
        .optional()
        .meta({ description: `${firstParty.description} True when absent.` }),
      allowed_scopes: settings.allowed_scopes.optional(),
      device_authorization: deviceAuthorization
        .optional()
        .meta({ description: `${deviceAuthorization.description} False when absent.` }),
      ...z.object(clientMethods).partial().shape,
    })
    .meta({ id: "NewOidcClient" }),
  WITH_SETS,
);

export const OidcClientChangesBody = ofSize(
  z
    .strictObject(settings)
    .partial()
    .meta({ id: "OidcClientChanges", description: "Fields that are absent stay as they are." }),
  WITH_SETS,
);

/** The client settings in a body. */
export function newClientSettings(
  body: Pick<OidcClientSettings, "name" | "type" | "redirectUris"> & Partial<OidcClientSettings>,
): OidcClientSettings {
  return {
    appId: null,
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    firstParty: true,
    ...body,
  };
}

/** A client in wire format. */
export function oidcClientResponse(client: ListedOidcClient): z.infer<typeof OidcClientResource> {
  return {
    id: client.id,
    client_id: client.clientId,
    key: client.key,
    name: client.name,
    type: client.type,
    app_id: client.appId,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    backchannel_logout_uri: client.backchannelLogoutUri,
    first_party: client.firstParty,
    allowed_scopes: client.allowedScopes,
    device_authorization: client.deviceAuthorization,
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    jwks: client.jwks as z.infer<typeof clientMethods.jwks>,
    jwks_uri: client.jwksUri,
    id_token_signed_response_alg: client.idTokenSignedResponseAlg,
    require_pushed_authorization_requests: client.requirePushedAuthorizationRequests,
    dpop_bound_access_tokens: client.dpopBoundAccessTokens,
    profile: client.profile,
    refresh_grace_seconds: client.refreshGraceSeconds,
    created_at: wireTime(client.createdAt),
    last_used_at: wireTimeOrNull(client.lastUsedAt),
    revoked_at: wireTimeOrNull(client.revokedAt),
    secrets: client.secrets.map(secretHintResponse),
  };
}

/** All clients in wire format. */
export function oidcClientList(
  clients: readonly ListedOidcClient[],
): z.infer<typeof OidcClientList> {
  return { oidc_clients: clients.map(oidcClientResponse) };
}

/** A new client in wire format, with its secret; a public client has none. */
export function issuedOidcClientResponse(
  client: ListedOidcClient,
  clientSecret: string | null,
): z.infer<typeof IssuedOidcClientResource> {
  return { ...oidcClientResponse(client), client_secret: clientSecret };
}
