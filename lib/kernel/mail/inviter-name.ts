import type { Actor } from "@/lib/kernel/caller";

/** Who an invitation says it is from: the administrator who sent it. Anybody else sends in the tenant's name, which the
 *  message has anyway: a tenant's backend acts for the tenant, and which operator took a tenant in is nobody's business. */
export function inviterName({ type, name }: Actor): { inviterName?: string } {
  return type === "administrator" && name ? { inviterName: name } : {};
}
