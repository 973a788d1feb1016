import {
  type AccountOwner,
  type AccountSession,
  findAccountSession,
  pairExists,
} from "@/lib/account-security/account-session-store";
import type { Caller } from "@/lib/caller";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { missing } from "@/lib/errors";
import { isId } from "@/lib/ids";

/** Runs `work` for a user and an app of the caller's environment. Every pair that is not one, whether
 *  unknown, deleted, another tenant's or another user pool's, is the same refusal (spec, Account security).
 *  @throws ServiceError `missing` */
export function forAccount<T>(
  caller: Caller,
  owner: AccountOwner,
  work: (transaction: TenantTransaction) => Promise<T>,
): Promise<T> {
  return inTenant(caller, async (transaction) => {
    if (!(await pairExists(transaction, owner))) throw missing();
    return work(transaction);
  });
}

/** The live session that a handle names.
 *  @throws ServiceError `missing` for anything else */
export async function requireCurrent(
  transaction: TenantTransaction,
  owner: AccountOwner,
  handle: string,
  at: Date,
): Promise<AccountSession> {
  const current = isId(handle) ? await findAccountSession(transaction, owner, handle, at) : null;
  if (!current?.live) throw missing();
  return current;
}
