import type { Member, MembershipStatus } from "@/lib/core/memberships/membership";
import { findMember, holdWorkspace } from "@/lib/core/memberships/membership-store";
import { assertRole, placeUser } from "@/lib/core/memberships/place-user";
import { lockUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Makes a user a member of an organization, or changes the member's role and status, from the next token
 *  on. An absent status is unchanged, and active for a new member.
 *  @throws ServiceError `missing` for the organization or the user, `unprocessable` for the role */
export function setMember(
  caller: Caller,
  organizationId: string,
  userId: string,
  input: { roleId: string | null; status?: MembershipStatus },
): Promise<{ added: boolean; member: Member }> {
  return inTransaction(caller, async (db) => {
    const [organizationName, user, stored] = await Promise.all([
      holdWorkspace(db, organizationId),
      lockUser(db, userId),
      findMember(db, organizationId, userId),
    ]);
    if (organizationName === null || !user) throw missing();
    if (input.roleId !== null) await assertRole(db, input.roleId);
    const status = input.status ?? stored?.status ?? "active";
    const place = { organizationId, roleId: input.roleId, status };
    const added = await placeUser(db, caller, userId, place);
    const member = await findMember(db, organizationId, userId);
    if (!member) throw missing();
    return { added, member };
  });
}
