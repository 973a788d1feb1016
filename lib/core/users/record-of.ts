import type { UserRecord } from "@/lib/core/users/user";
import { missing } from "@/lib/kernel/errors";

/** The record of a user whose row the transaction holds.
 *  @throws ServiceError `missing` when there is none after all */
export function recordOf(user: UserRecord | null): UserRecord {
  if (!user) throw missing();
  return user;
}
