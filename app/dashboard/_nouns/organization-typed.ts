import { later } from "@/app/dashboard/_words/later";
import {
  findOrganizationNamed,
  searchOrganizations,
} from "@/lib/core/organizations/organization-search-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

type Typed = { id: string; name: string } | { problem: string; problems: { organization: string } };

/** Finds the organization in a form's field `organization`: by id, by slug, or by a name that only one has.
 *  An unknown text is answered with the organizations that it may have meant. */
export function organizationTyped(caller: Caller, typed: string): Promise<Typed> {
  return inTransaction(caller, async (db) => {
    const named = await findOrganizationNamed(db, typed);
    if (named) return named;
    const browse = { query: typed, after: null, status: null };
    const { rows } = await searchOrganizations(db, browse);
    const [same, another] = rows.filter(({ name }) => name.toLowerCase() === typed.toLowerCase());
    if (same && !another) return { id: same.id, name: same.name };
    const close = rows.slice(0, 5).map(({ name, slug }) => `${name} (${slug})`);
    const problem =
      close.length > 0
        ? later("frame", "fields.organizationWhich", { close })
        : later("frame", "fields.organizationNone");
    return { problem, problems: { organization: problem } };
  });
}
