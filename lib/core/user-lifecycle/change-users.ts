import { setMember } from "@/lib/core/organizations/set-member";
import { reactivateUser } from "@/lib/core/user-lifecycle/reactivate-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { createUser } from "@/lib/core/users/create-user";
import type { SelectedUser } from "@/lib/core/users/selected-user-store";
import type { Caller } from "@/lib/kernel/caller";
import { ServiceError } from "@/lib/kernel/errors";

/** Maximum number of users of one change. */
export const USERS_AT_ONCE = 500;
/** Time limit of a change, in milliseconds. Users not reached by then stay unchanged. */
const TIME_LIMIT_MS = 20_000;

/** Change to apply to several users. */
export type UsersChange =
  | { what: "suspend"; reason: string | null }
  | { what: "reactivate" }
  | { what: "invite" }
  | { what: "place"; organizationId: string; roleId: string | null };

/** Result of the change. */
export interface UsersChanged {
  changed: number;
  /** Users whom the change does not concern. */
  unchanged: number;
  failed: { user: SelectedUser; error: ServiceError }[];
  /** Users not reached in time. */
  left: number;
}

/** Whether a change concerns a user: only active users are suspended, and only users without a password are
 *  invited. */
export function concerns({ what }: Pick<UsersChange, "what">, user: SelectedUser): boolean {
  if (what === "suspend") return user.status === "active";
  if (what === "reactivate") return user.status === "suspended";
  return what !== "invite" || (user.status === "active" && !user.hasPassword);
}

/** Applies the same change to several users, in the order of their ids. Each user is changed separately, by
 *  the use case for one user and with its own audit event; a refusal does not affect the others.
 *  @throws errors other than refusals; changes made before stay */
export async function changeUsers(
  caller: Caller,
  users: readonly SelectedUser[],
  change: UsersChange,
): Promise<UsersChanged> {
  const until = performance.now() + TIME_LIMIT_MS;
  const concerned = users
    .slice(0, USERS_AT_ONCE)
    .filter((user) => concerns(change, user))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const outcome: UsersChanged = {
    changed: 0,
    unchanged: users.length - concerned.length,
    failed: [],
    left: 0,
  };
  for (const [index, user] of concerned.entries()) {
    if (performance.now() > until) {
      outcome.left = concerned.length - index;
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
