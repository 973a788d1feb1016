import type { UserRecord } from "@/lib/core/users/user";
import { missing } from "@/lib/kernel/errors";

/** Asserts that the record of a user whose row the transaction has locked was found, and returns it.
 *  @throws ServiceError `missing` when there is none */
export function assertFound(user: UserRecord | null): UserRecord {
  if (!user) throw missing();
  return user;
}
