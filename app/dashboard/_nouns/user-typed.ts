import { later } from "@/app/dashboard/_words/later";
import { emailKeyOf } from "@/lib/core/users/email";
import { searchUsers } from "@/lib/core/users/user-search-store";
import { findUserByEmail } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

type Typed =
  | { id: string; email: string; displayName: string | null }
  | { problem: string; problems: { email: string } };

/** Finds the user in a form's field `email`: by address, by id, or by a name that only one has. An unknown
 *  text is answered with the users that it may have meant. */
export function userTyped(caller: Caller, typed: string): Promise<Typed> {
  return inTransaction(caller, async (db) => {
    const user = await findUserByEmail(db, emailKeyOf(typed));
    if (user) return user;
    const { rows } = await searchUsers(db, { query: typed, after: null, status: null });
    const isExactMatch = (one: (typeof rows)[number]) =>
      one.id === typed.toLowerCase() || one.displayName?.toLowerCase() === typed.toLowerCase();
    const [same, another] = rows.filter(isExactMatch);
    if (same && !another) return same;
    const close = rows.slice(0, 5).map(({ email }) => email);
    const problem =
      close.length > 0
        ? later("frame", "fields.userWhich", { close })
        : later("frame", "fields.userNone");
    return { problem, problems: { email: problem } };
  });
}
