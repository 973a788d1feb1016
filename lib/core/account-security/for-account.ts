import { pairExists } from "@/lib/core/account-security/account-store";
import {
  type AccountOwner,
  type AccountSession,
  findAccountSession,
} from "@/lib/core/sessions/open-session-store";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";

/** Runs `work` for a user and an app of the caller's environment. Every invalid pair, whether unknown,
 *  deleted, another tenant's or another user pool's, is the same refusal (spec, Account security).
 *  @throws ServiceError `missing` */
export function forAccount<T>(
  caller: Caller,
  owner: AccountOwner,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  return inTransaction(caller, async (db) => {
    if (!(await pairExists(db, owner))) throw missing();
    return work(db);
  });
}

/** Returns the live session that a handle names.
 *  @throws ServiceError `missing` for anything else */
export async function requireCurrent(
  db: Queryable,
  owner: AccountOwner,
  handle: string,
  at: Date,
): Promise<AccountSession> {
  const current = isId(handle) ? await findAccountSession(db, owner, handle, at) : null;
  if (!current?.live) throw missing();
  return current;
}
