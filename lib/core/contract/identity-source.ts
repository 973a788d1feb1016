import { z } from "zod";
import { line, WORD, word } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime } from "@/lib/core/contract/names";
import { type IdentitySource, issuerProblem } from "@/lib/core/external-identities/identity-source";
import { publicHttpsProblem } from "@/lib/kernel/outbound/public-address";

// https, a host without credentials, no fragment: the part of the rules behind `problem` that a
// pattern can express.
const ISSUER = /^https:\/\/[A-Za-z0-9._~%:[\]-]+(?:\/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?$/;
const JWKS_URI = /^https:\/\/[A-Za-z0-9._~%:[\]-]+(?:[/?][A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?$/;

/** Schema of an address that a rule may reject with a reason.
 *  @param form the part of that rule that a pattern can express, for readers of the description */
function address(form: RegExp, problem: (value: string) => string | null) {
  return z
    .string()
    .max(512)
    .regex(form, "must be an https address without credentials or fragment (RFC 3986)")
    .superRefine((value, context) => {
      const message = problem(value);
      if (message) context.addIssue({ code: "custom", message });
    });
}

export const audiences = z
  .array(line(256))
  .min(1)
  .max(20)
  .overwrite((list) => [...new Set(list)])
  .meta({ description: "A token must be meant for one of these audiences." });
export const jwksUri = address(JWKS_URI, publicHttpsProblem).meta({
  format: "uri",
  description: "Where the issuer publishes its keys: https, on a public address.",
});
const MOST_ATTRIBUTES = 50;
export const attributeMapping = z
  .record(z.string(), z.string())
  // Checked first, because otherwise each of thousands of invalid entries would be an error of its own.
  .refine((mapping) => Object.keys(mapping).length <= MOST_ATTRIBUTES, {
    message: `names more than ${MOST_ATTRIBUTES} attributes`,
  })
  .pipe(z.record(word, word))
  .meta({
    maxProperties: MOST_ATTRIBUTES,
    propertyNames: { pattern: WORD.source },
    additionalProperties: { type: "string", pattern: WORD.source },
    description:
      "Attribute of the principal -> claim of the token. An exchanged token brings these claims of its principal up to date.",
  });

export const IdentitySourceResource = z
  .object({
    id,
    type: z.literal("oidc"),
    issuer: z.string(),
    audiences: z.array(z.string()),
    jwks_uri: z.string(),
    attribute_mapping: z.record(z.string(), z.string()),
    status: z.enum(["active", "disabled"]),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: "IdentitySource",
    description: "An outside issuer whose tokens the environment accepts.",
  });

export const IdentitySourceList = z
  .object({ identity_sources: z.array(IdentitySourceResource) })
  .meta({ id: "IdentitySourceList" });

export const issuer = address(ISSUER, issuerProblem).meta({
  format: "uri",
  description:
    "The `iss` of the source's tokens. The issuer is unique in an environment and never changes.",
});

const newSource = {
  type: z.literal("oidc").optional(),
  issuer,
  audiences,
  jwks_uri: jwksUri,
  attribute_mapping: attributeMapping.optional(),
};

export const NewIdentitySourceBody = z.strictObject(newSource).meta({ id: "NewIdentitySource" });

export const NewTenantIdentitySourceBody = z
  .strictObject({
    environment: line(64).meta({ description: "The key of one of the tenant's environments." }),
    ...newSource,
  })
  .meta({ id: "NewTenantIdentitySource" });

export const IdentitySourceChangesBody = z
  .strictObject({
    audiences: audiences.optional(),
    jwks_uri: jwksUri.optional(),
    attribute_mapping: attributeMapping.optional(),
    status: z.enum(["active", "disabled"]).optional(),
  })
  .meta({ id: "IdentitySourceChanges", description: "Fields that are absent stay as they are." });

/** A source in wire format. */
export function identitySourceResponse(
  source: IdentitySource,
): z.infer<typeof IdentitySourceResource> {
  return {
    id: source.id,
    type: source.type,
    issuer: source.issuer,
    audiences: source.audiences,
    jwks_uri: source.jwksUri,
    attribute_mapping: source.attributeMapping,
    status: source.status,
    created_at: wireTime(source.createdAt),
    updated_at: wireTime(source.updatedAt),
  };
}

/** All identity sources in wire format. */
export function identitySourceList(
  all: readonly IdentitySource[],
): z.infer<typeof IdentitySourceList> {
  return { identity_sources: all.map(identitySourceResponse) };
}
