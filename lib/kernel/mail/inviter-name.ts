import type { Actor } from "@/lib/kernel/caller";

/** Name of the inviter in an invitation: the administrator who sent it. Other invitations are in the tenant's
 *  name, which the message has anyway: a tenant's backend acts for the tenant, and the operator who created a
 *  tenant stays private. */
export function inviterName({ type, name }: Actor): { inviterName?: string } {
  return type === "administrator" && name ? { inviterName: name } : {};
}
