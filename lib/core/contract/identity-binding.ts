import { z } from "zod";
import { bodyId } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import type { IdentityBinding } from "@/lib/core/external-identities/identity-binding";

export const IdentityBindingResource = z
  .object({
    id,
    principal_id: id,
    user_id: id,
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
    released_at: timestamp.nullable(),
  })
  .meta({ id: "IdentityBinding", description: "A user who is bound to an external principal." });

export const IdentityBindingList = z
  .object({ identity_bindings: z.array(IdentityBindingResource) })
  .meta({ id: "IdentityBindingList" });

export const NewIdentityBindingBody = z
  .strictObject({ principal_id: bodyId, user_id: bodyId })
  .meta({ id: "NewIdentityBinding" });

/** A binding in wire format. */
export function identityBindingResponse(
  binding: IdentityBinding,
): z.infer<typeof IdentityBindingResource> {
  return {
    id: binding.id,
    principal_id: binding.principalId,
    user_id: binding.userId,
    created_at: wireTime(binding.createdAt),
    last_used_at: wireTimeOrNull(binding.lastUsedAt),
    released_at: wireTimeOrNull(binding.releasedAt),
  };
}

/** All identity bindings in wire format. */
export function identityBindingList(
  all: readonly IdentityBinding[],
): z.infer<typeof IdentityBindingList> {
  return { identity_bindings: all.map(identityBindingResponse) };
}
