import type { JWTPayload } from "jose";
import { z } from "zod";
import { ASSERTION_TYPE } from "@/lib/core/contract/oauth";
import { config } from "@/lib/kernel/config/config";

const token = z.string().meta({ description: "The token." });
const hint = z.string().optional().meta({
  description: "`access_token` or `refresh_token`. Ignored: the token itself says what it is.",
});
const client = {
  client_id: z.string().optional().meta({ description: "The client that asks, unless by Basic." }),
  client_secret: z.string().optional().meta({ description: "Its secret, unless by Basic." }),
  client_assertion_type: z.literal(ASSERTION_TYPE).optional().meta({
    description: "With `client_assertion`.",
  }),
  client_assertion: z.string().optional().meta({
    description: "In place of a secret: a JWT that the client's key signed (RFC 7523).",
  }),
};

export const IntrospectionForm = z.object({ token, token_type_hint: hint, ...client }).meta({
  id: "IntrospectionForm",
  description: "The client authenticates as at the token endpoint.",
});

export const RevocationForm = z.object({ token, token_type_hint: hint, ...client }).meta({
  id: "RevocationForm",
  description: "The client authenticates as at the token endpoint.",
});

export const Introspection = z
  .looseObject({
    active: z.boolean().meta({
      description: "False, and nothing else, for whatever the client may not use or know of.",
    }),
    scope: z.string().optional().meta({
      description: "Space-separated; of a user's token the permissions of the role.",
    }),
    client_id: z.string().optional().meta({ description: "Whom the token was issued to." }),
    sub: z.string().optional().meta({ description: "The user; the client of a machine token." }),
    token_type: z.string().optional().meta({
      description: "`Bearer`, or `DPoP` for a bound token. A refresh token has none.",
    }),
    exp: z.int().optional().meta({ description: "Seconds since 1970." }),
    iat: z.int().optional().meta({ description: "When it was issued, in seconds since 1970." }),
    iss: z.string().optional().meta({ description: "This service." }),
    aud: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .meta({
        description: "Whom a token that is a JWT is for.",
      }),
    jti: z.string().optional().meta({ description: "The id of a token that is a JWT." }),
    cnf: z.looseObject({}).optional().meta({
      description:
        "The key that the token is bound to (RFC 7800): whoever presents the token has to prove it.",
    }),
    act: z.looseObject({}).optional().meta({ description: "Who acts for the subject (RFC 8693)." }),
  })
  .meta({
    id: "Introspection",
    description: "A user's or machine token has the token's own claims too.",
  });

/** Answer about every token that may not be used, or that the caller may not know of. */
export const inactive = { active: false } as const;

/** Claims of a usable token. */
export type IntrospectedToken =
  | { form: "signed"; kind: string; claims: JWTPayload }
  | { form: "stored"; kind: string; content: Record<string, unknown> };

/** Introspection of a token in wire format. */
export function introspectionResponse(token: IntrospectedToken): z.infer<typeof Introspection> {
  return token.form === "signed" ? signed(token.claims) : stored(token);
}

function signed(claims: JWTPayload): z.infer<typeof Introspection> {
  const { permissions, scope } = claims;
  const held = Array.isArray(permissions) ? permissions.join(" ") : "";
  return {
    active: true,
    ...claims,
    scope: typeof scope === "string" ? scope : held,
    token_type: isBound(claims.cnf) ? "DPoP" : "Bearer",
  };
}

function stored({
  kind,
  content,
}: Extract<IntrospectedToken, { form: "stored" }>): z.infer<typeof Introspection> {
  const { scope, clientId, accountId, exp, iat, jkt, act } = content;
  const cnf = typeof jkt === "string" ? { jkt } : undefined;
  return {
    active: true,
    scope: String(scope ?? ""),
    client_id: String(clientId),
    sub: String(accountId),
    exp: Number(exp),
    iat: Number(iat),
    iss: config().baseUrl,
    ...(kind === "access_token" && { token_type: cnf ? "DPoP" : "Bearer" }),
    ...(cnf && { cnf }),
    ...(typeof act === "object" && act !== null && { act: { ...act } }),
  };
}

const isBound = (cnf: unknown): boolean =>
  typeof cnf === "object" && cnf !== null && "jkt" in cnf && typeof cnf.jkt === "string";
