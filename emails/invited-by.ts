import type { Block } from "./letter";
import type { Brand, Invitation } from "./template";
import type { Voice } from "./voice";

/** Names the inviter and the organization. A tenant's backend invites in the tenant's name. */
export function invitedBy(
  { inviterName, organizationName }: Invitation,
  { name }: Brand,
  { t }: Voice,
): Block {
  const inviter = { label: t("common.invitedBy"), value: inviterName ?? name };
  const organization = { label: t("common.organization"), value: organizationName ?? "" };
  return { kind: "facts", rows: organizationName ? [inviter, organization] : [inviter] };
}
