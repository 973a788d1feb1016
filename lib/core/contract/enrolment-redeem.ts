import { z } from "zod";
import { line, name } from "@/lib/core/contract/fields";
import { id } from "@/lib/core/contract/names";
import type { EnrolledInstallation } from "@/lib/core/enrolment/redeem-enrolment-token";
import { KEY_BYTES } from "@/lib/core/installations/installation-key";
import { config } from "@/lib/kernel/config/config";

const publicKey = z
  .strictObject({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    x: z.string().regex(KEY_BYTES, "must be 32 bytes in base64url"),
    // Libraries export it beside the key. Nothing relies on its value.
    alg: z.enum(["EdDSA", "Ed25519"]).optional(),
    use: z.literal("sig").optional(),
    kid: line(255).optional(),
    key_ops: z.array(line(32)).max(8).optional(),
    ext: z.boolean().optional(),
  })
  .transform(({ kty, crv, x }) => ({ kty, crv, x }));

const compact = z
  .string()
  .max(4096)
  .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, "must be a compact JWS");

export const EnrolmentRedeemBody = z
  .strictObject({
    token: z
      .string()
      .regex(/^[\x21-\x7e]{1,256}$/, "must be 1 to 256 printable characters without spaces"),
    public_key: publicKey.meta({ description: "The Ed25519 public key as a JWK (RFC 8037)." }),
    proof: compact.meta({
      description:
        "A JWS that the key signed: `alg` `EdDSA`, `typ` `enrolment-proof+jwt`, over `aud` (this address), `iat` (within 300 seconds), `jti` (fresh) and `token_sha256` (of the token, base64url).",
    }),
    name,
    platform: line(100).nullable().optional(),
    version: line(64).nullable().optional(),
  })
  .meta({ id: "EnrolmentRedemption" });

export const EnrolledResource = z
  .object({
    installation_id: id.meta({ description: "The client_id at the token endpoint." }),
    tenant_id: z.string(),
    app_id: id,
    organization_id: id.nullable(),
    environment: z.string(),
    status: z.literal("active"),
    key_thumbprint: z.string(),
    token_endpoint: z.url(),
    audience: z
      .url()
      .meta({ description: "The `aud` of the installation's client assertions: the issuer." }),
  })
  .meta({ id: "EnrolledInstallation" });

/** A new installation in wire format. */
export function enrolledResponse(enrolled: EnrolledInstallation): z.infer<typeof EnrolledResource> {
  const { installation, tenantPublicId, environmentKey } = enrolled;
  const { baseUrl } = config();
  return {
    installation_id: installation.id,
    tenant_id: tenantPublicId,
    app_id: installation.appId,
    organization_id: installation.organizationId,
    environment: environmentKey,
    status: "active",
    key_thumbprint: installation.keyThumbprint,
    token_endpoint: `${baseUrl}/oauth/token`,
    audience: baseUrl,
  };
}
