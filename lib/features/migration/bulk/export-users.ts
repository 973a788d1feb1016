import { csvField } from "@/lib/core/audit/audit-csv";
import {
  listSelectedUsers,
  type SelectedUser,
  selectUserIds,
} from "@/lib/core/users/selected-user-store";
import type { UserFilter } from "@/lib/core/users/user-ids-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

const PIECE = 1000;
const columns =
  "id,email,display_name,external_id,status,email_verified,last_sign_in_at,created_at\r\n";

/** Exports the users of a search as CSV (RFC 4180), the newest first, in pieces that are read on demand. */
export async function* exportUsers(
  scope: TenantScope,
  selection: UserFilter,
): AsyncGenerator<string, void> {
  yield columns;
  let from: string | null = null;
  for (;;) {
    const start: string | null = from;
    const [ids, users]: [string[], SelectedUser[]] = await inTransaction(scope, async (db) => {
      const found = await selectUserIds(db, selection, { from: start, atMost: PIECE });
      return [found, await listSelectedUsers(db, found)];
    });
    if (users.length > 0) yield users.toReversed().map(line).join("");
    from = ids.at(-1) ?? null;
    if (ids.length < PIECE) return;
  }
}

/** Like `exportUsers`, for selected users. */
export async function exportChosenUsers(
  scope: TenantScope,
  ids: readonly string[],
): Promise<string> {
  const users = await inTransaction(scope, (db) => listSelectedUsers(db, ids));
  return columns + users.map(line).join("");
}

function line(user: SelectedUser): string {
  const fields = [
    user.id,
    user.email,
    user.displayName ?? "",
    user.externalId ?? "",
    user.status,
    String(user.emailVerified),
    user.lastSignInAt?.toISOString() ?? "",
    user.createdAt.toISOString(),
  ];
  return `${fields.map(csvField).join(",")}\r\n`;
}
