import { type Search, textOf } from "@/app/dashboard/_nouns/place-path";
import { USERS_AT_ONCE } from "@/lib/core/user-lifecycle/change-users";
import {
  listSelectedUsers,
  type SelectedUser,
  selectUserIds,
} from "@/lib/core/users/selected-user-store";
import type { UserFilter } from "@/lib/core/users/user-ids-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { COUNTED_AT_MOST } from "@/lib/kernel/db/keyset-page";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { isId } from "@/lib/kernel/ids";

/** Actions for several users. */
export const bulkChoices = ["suspend", "reactivate", "invite", "place", "export"] as const;

/** Users that an address selects: the ticked ones, or all that its search finds. */
export interface Selection extends UserFilter {
  ids: string[];
  all: boolean;
}

/** Filters by factor; `none` finds the users without any. */
export const factorFilters = ["none", "totp", "passkey"] as const;

/** Returns the filters of the list of users, from an address. */
export function narrowedBy(search: Search) {
  const [status, invitation] = [textOf(search, "status"), textOf(search, "invitation")];
  const factor = factorFilters.find((one) => one === textOf(search, "factor")) ?? null;
  return {
    status: status === "active" || status === "suspended" ? status : null,
    invitation: invitation === "open" || invitation === "lapsed" ? invitation : null,
    factor,
  } as const;
}

export function selectionOf(search: Search): Selection {
  const ids = [search.id ?? []].flat().filter(isId).slice(0, USERS_AT_ONCE);
  return {
    ids,
    all: textOf(search, "whom") === "all",
    query: textOf(search, "q").slice(0, 200),
    ...narrowedBy(search),
  };
}

/** Returns the selected users, and whether there are more than one change takes. */
export function readSelection(
  scope: TenantScope,
  { ids, all, ...search }: Selection,
): Promise<{ users: SelectedUser[]; more: boolean }> {
  return inTransaction(scope, async (db) => {
    const atMost = USERS_AT_ONCE + 1;
    const found = all ? await selectUserIds(db, search, { from: null, atMost }) : ids;
    const users = await listSelectedUsers(db, found.slice(0, USERS_AT_ONCE));
    return { users, more: found.length > USERS_AT_ONCE };
  });
}

/** Counts the selected users, up to the limit that lists are counted to. */
export function countSelection(
  scope: TenantScope,
  { ids, all, ...search }: Selection,
): Promise<{ count: number; isAll: boolean }> {
  return inTransaction(scope, async (db) => {
    if (!all) return { count: (await listSelectedUsers(db, ids)).length, isAll: true };
    const atMost = COUNTED_AT_MOST + 1;
    const found = await selectUserIds(db, search, { from: null, atMost });
    return { count: Math.min(found.length, COUNTED_AT_MOST), isAll: found.length < atMost };
  });
}
