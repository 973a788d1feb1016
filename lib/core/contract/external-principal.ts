import { z } from "zod";
import { bodyId, line } from "@/lib/core/contract/fields";
import { freeForm } from "@/lib/core/contract/free-form";
import { id, timestamp, wireTime } from "@/lib/core/contract/names";
import type { ExternalPrincipal } from "@/lib/core/external-identities/external-principal";

export const ExternalPrincipalResource = z
  .object({
    id,
    source_id: id,
    subject: z.string(),
    claims: z.record(z.string(), z.unknown()),
    claimed_by: id.nullable().meta({ description: "The user with the live binding." }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: "ExternalPrincipal",
    description: "A person as an identity source knows that person.",
  });

export const ExternalPrincipalList = z
  .object({ external_principals: z.array(ExternalPrincipalResource) })
  .meta({ id: "ExternalPrincipalList" });

export const NewExternalPrincipalBody = z
  .strictObject({
    source_id: bodyId,
    // OpenID Connect Core 1.0 §2 gives a subject 255 characters at the most.
    subject: line(255).meta({ description: "The `sub` of the source's tokens." }),
    claims: freeForm.optional(),
  })
  .meta({ id: "NewExternalPrincipal" });

export const ExternalPrincipalChangesBody = z.strictObject({ claims: freeForm.optional() }).meta({
  id: "ExternalPrincipalChanges",
  description: "Fields that are absent stay as they are.",
});

/** A principal in wire format. */
export function externalPrincipalResponse(
  principal: ExternalPrincipal,
): z.infer<typeof ExternalPrincipalResource> {
  return {
    id: principal.id,
    source_id: principal.sourceId,
    subject: principal.subject,
    claims: principal.claims,
    claimed_by: principal.claimedBy,
    created_at: wireTime(principal.createdAt),
    updated_at: wireTime(principal.updatedAt),
  };
}

/** All external principals in wire format. */
export function externalPrincipalList(
  all: readonly ExternalPrincipal[],
): z.infer<typeof ExternalPrincipalList> {
  return { external_principals: all.map(externalPrincipalResponse) };
}
