import type { User } from "@/lib/core/users/user";

/** Whether a user may sign in, and stay signed in: the user exists, is active and not deleted. Statements
 *  that decide and write at once state the same in SQL (`recordSignIn`). Whether the tenant is active is
 *  decided where the tenant is determined, and for a live session by `sessionEnd`.
 *  @param user `deletedAt` may be absent when deleted users are not found at all */
export function maySignIn<U extends Pick<User, "status"> & { deletedAt?: Date | null }>(
  user: U | null,
): user is U {
  return user?.status === "active" && !user.deletedAt;
}
