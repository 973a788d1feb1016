import { z } from "zod";
import { name } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import { SecretHintResource, secretHintResponse } from "@/lib/core/contract/secret-hint";
import type { ListedCredential } from "@/lib/core/credentials/credential-store";
import { managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";

const purpose = z.enum(["product_runtime", "management_automation"]).meta({
  description: "`management_automation` takes management scopes only. The purpose never changes.",
});

const fields = {
  id: id.meta({ description: "The credential's id, as paths name it." }),
  client_id: z
    .string()
    .meta({ description: "`ac_…`: what the credential signs in with at /oauth/token." }),
  name: z.string().meta({ description: "What the credential is for." }),
  purpose,
  scopes: z
    .array(z.string())
    .meta({ description: "What the credential's tokens may do. The scopes never change." }),
  created_at: timestamp.meta({ description: "When the credential was made." }),
  last_used_at: timestamp
    .nullable()
    .meta({ description: "When a token was last issued to it; null for never." }),
  revoked_at: timestamp
    .nullable()
    .meta({ description: "When the credential was revoked; null while it is live." }),
  secrets: z
    .array(SecretHintResource)
    .meta({ description: "The live secrets, at most two, the oldest first." }),
};

export const CredentialResource = z.object(fields).meta({
  id: "Credential",
  description: "A machine credential. Its tokens act in one environment.",
});

export const IssuedCredentialResource = z
  .object({
    ...fields,
    client_secret: z.string().meta({ description: "`as_…`. Only in this answer." }),
  })
  .meta({ id: "IssuedCredential" });

export const CredentialList = z
  .object({
    credentials: z
      .array(CredentialResource)
      .meta({ description: "Every credential, revoked ones too, the newest first." }),
  })
  .meta({ id: "CredentialList" });

export const NewCredentialBody = z
  .strictObject({
    name: name.meta({ description: "What the credential is for." }),
    purpose,
    scopes: z
      .array(z.enum([...managementScopes, ...runtimeScopes]))
      .max(managementScopes.length + runtimeScopes.length)
      .meta({ description: "What its tokens may do: at least one scope, which never changes." }),
  })
  .meta({ id: "NewCredential" });

/** A credential in wire format. */
export function credentialResponse(one: ListedCredential): z.infer<typeof CredentialResource> {
  return {
    id: one.id,
    client_id: one.clientId,
    name: one.name,
    purpose: one.purpose,
    scopes: one.scopes,
    created_at: wireTime(one.createdAt),
    last_used_at: wireTimeOrNull(one.lastUsedAt),
    revoked_at: wireTimeOrNull(one.revokedAt),
    secrets: one.secrets.map(secretHintResponse),
  };
}

/** A new credential in wire format, with its secret. */
export function issuedCredentialResponse(
  one: ListedCredential,
  clientSecret: string,
): z.infer<typeof IssuedCredentialResource> {
  return { ...credentialResponse(one), client_secret: clientSecret };
}
