import { setMember } from "@/lib/core/organizations/set-member";
import { reactivateUser } from "@/lib/core/user-lifecycle/reactivate-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { createUser } from "@/lib/core/users/create-user";
import type { SelectedUser } from "@/lib/features/migration/bulk/selected-user-store";
import type { Caller } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";

/** How many users one change takes at the most. */
export const USERS_AT_ONCE = 500;
/** How long a change may go on; whoever was not reached by then stays as they are. */
const PATIENCE_MS = 20_000;

/** What is done with several users. */
export type UsersChange =
  | { what: "suspend"; reason: string | null }
  | { what: "reactivate" }
  | { what: "invite" }
  | { what: "place"; organizationId: string; roleId: string | null };

/** What came of it. */
export interface UsersChanged {
  changed: number;
  /** Those for whom there was nothing to do. */
  unchanged: number;
  failed: { user: SelectedUser; error: ServiceError }[];
  /** Those whom the time was not enough for. */
  left: number;
}

/** Whether a change has anything to do for a user: nobody is suspended twice, and only who has no password is invited. */
export function concerns({ what }: Pick<UsersChange, "what">, user: SelectedUser): boolean {
  if (what === "suspend") return user.status === "active";
  if (what === "reactivate") return user.status === "suspended";
  return what !== "invite" || (user.status === "active" && !user.hasPassword);
}

/** Does the same with several users, in the order of their ids. Each is a change of its own, by the use case of a
 *  single one, with its audit event: one that is refused keeps nobody else from theirs.
 *  @throws what is no refusal; what was done until then stays */
export async function changeUsers(
  caller: Caller,
  users: readonly SelectedUser[],
  change: UsersChange,
): Promise<UsersChanged> {
  const until = performance.now() + PATIENCE_MS;
  const wanted = users
    .slice(0, USERS_AT_ONCE)
    .filter((user) => concerns(change, user))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const outcome: UsersChanged = {
    changed: 0,
    unchanged: users.length - wanted.length,
    failed: [],
    left: 0,
  };
  for (const [index, user] of wanted.entries()) {
    if (performance.now() > until) {
      outcome.left = wanted.length - index;
      break;
    }
    try {
      await changeOne(caller, user, change);
      outcome.changed += 1;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      outcome.failed.push({ user, error });
    }
  }
  return outcome;
}

async function changeOne(caller: Caller, { id, email }: SelectedUser, change: UsersChange) {
  if (change.what === "suspend") return suspendUser(caller, id, change.reason);
  if (change.what === "reactivate") return reactivateUser(caller, id);
  if (change.what === "invite") return createUser(caller, { email, sendInvitation: true });
  return setMember(caller, change.organizationId, id, { roleId: change.roleId });
}
