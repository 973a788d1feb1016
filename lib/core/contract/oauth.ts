import { z } from "zod";

/** Type of a client assertion (RFC 7523 §2.2). */
export const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Answer with a machine token, and the fields that other grants add (spec, Machine token response). */
export const TokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.enum(["Bearer", "DPoP"]).meta({
      description: "`DPoP` for a token that is bound to the key of the request's proof (RFC 9449).",
    }),
    expires_in: z.int().meta({ description: "Seconds." }),
    scope: z.string().optional(),
    id_token: z.string().optional(),
    refresh_token: z.string().optional(),
  })
  .meta({ id: "TokenResponse" });

export const TokenForm = z
  .object({
    grant_type: z.enum([
      "client_credentials",
      "authorization_code",
      "refresh_token",
      "urn:ietf:params:oauth:grant-type:token-exchange",
      "urn:ietf:params:oauth:grant-type:device_code",
    ]),
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
    scope: z
      .string()
      .optional()
      .meta({ description: "Space-separated; a subset of what the credential holds." }),
    code: z.string().optional(),
    redirect_uri: z.string().optional(),
    code_verifier: z.string().optional(),
    refresh_token: z.string().optional(),
    device_code: z.string().optional().meta({
      description: "The code that `/oauth/device` gave the device.",
    }),
    client_assertion_type: z.literal(ASSERTION_TYPE).optional(),
    client_assertion: z.string().optional().meta({
      description:
        "A JWT that the installation's or the relying party's key signed (private_key_jwt, RFC 7523).",
    }),
  })
  .meta({
    id: "TokenForm",
    description:
      "Authenticate by HTTP Basic or by client_id and client_secret in the form, never both. Public clients send client_id and code_verifier; installations, and relying parties that registered keys, client_assertion and its type.",
  });

export const JsonWebKeySet = z
  .object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string() })) })
  .meta({ id: "JsonWebKeySet" });

export const DiscoveryDocument = z
  .looseObject({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    jwks_uri: z.string(),
  })
  .meta({ id: "DiscoveryDocument" });

export const UserInfo = z
  .looseObject({
    sub: z.string(),
    email: z.string().optional(),
    email_verified: z.boolean().optional(),
    name: z.string().optional(),
    org_id: z.string().optional().meta({ description: "With `organizations`: for which one." }),
    org_slug: z.string().optional(),
    role: z.string().optional().meta({ description: "With `organizations`: the role's key." }),
    permissions: z.array(z.string()).optional().meta({ description: "With `permissions`." }),
    package: z.string().optional().meta({
      description: "With `permissions`: the key of the active package; absent without one.",
    }),
    entitlements: z.array(z.string()).optional().meta({ description: "With `permissions`." }),
  })
  .meta({ id: "UserInfo", description: "The claims of the token's scopes." });
