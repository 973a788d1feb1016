import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import type { Member, MembershipStatus } from "@/lib/organizations/membership";
import { findMember, holdWorkspace } from "@/lib/organizations/membership-store";
import { assertRole, placeUser } from "@/lib/organizations/place-user";
import { lockUser } from "@/lib/users/user-store";

/** Makes a user a member of an organization, or changes the member's role and status. A status that is not
 *  told stays, and is active for a new member. Holds from the next token on.
 *  @throws ServiceError `missing` for the organization or the user, `unprocessable` for the role */
export function setMember(
  caller: Caller,
  organizationId: string,
  userId: string,
  wanted: { roleId: string | null; status?: MembershipStatus },
): Promise<{ added: boolean; member: Member }> {
  return inTenant(caller, async (transaction) => {
    if (!(await holdWorkspace(transaction, organizationId))) throw missing();
    if (!(await lockUser(transaction, userId))) throw missing();
    if (wanted.roleId !== null) await assertRole(transaction, wanted.roleId);
    const stored = await findMember(transaction, organizationId, userId);
    const status = wanted.status ?? stored?.status ?? "active";
    const place = { organizationId, roleId: wanted.roleId, status };
    const added = await placeUser(transaction, caller, userId, place);
    const member = await findMember(transaction, organizationId, userId);
    if (!member) throw missing();
    return { added, member };
  });
}
