import { beforeAndAfter } from "@/lib/core/audit/before-and-after";
import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { RelyingParty } from "@/lib/core/factors/relying-party";
import { relyingPartyProblems } from "@/lib/core/factors/relying-party-rules";
import { lockRelyingParty } from "@/lib/core/factors/relying-party-store";
import { writePasskeyPages } from "@/lib/core/tenants/environment-store";
import type { Caller } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Sets the relying party of the tenant's own pages, or removes it with null. Passkeys of another domain
 *  stay with their users and work again when that domain is restored.
 *  @returns the fields that changed; none is no event
 *  @throws ServiceError `unprocessable` that names what browsers would refuse, or the issuer's host
 *  without the operator's permission */
export async function changeRelyingParty(
  caller: Caller,
  party: RelyingParty | null,
): Promise<("id" | "origins")[]> {
  return inTransaction(caller, async (db) => {
    const { stored, mayShare } = await lockRelyingParty(db);
    if (party) assertWorks(party, mayShare);
    const [before, after] = [fieldsOf(stored), fieldsOf(party)];
    const changed = changedFields(before, after);
    if (changed.length === 0) return [];
    await writePasskeyPages(db, after);
    await recordAuditEvent(db, {
      kind: "relying_party.updated",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "environment", id: caller.environmentId }],
      metadata: beforeAndAfter(before, after, changed),
    });
    return changed;
  });
}

function assertWorks(party: RelyingParty, mayShare: boolean): void {
  const { baseUrl: issuer, mode } = config();
  const problems = relyingPartyProblems(party, { issuer, mode, mayShare });
  if (problems.length === 0) return;
  throw new ServiceError("unprocessable", {
    detail: problems.map(({ field, problem }) => `${field}: ${problem}`).join("; "),
    says: problems.map(({ says }) => says),
  });
}

function fieldsOf(party: RelyingParty | null): { id: string | null; origins: string[] } {
  return { id: party?.id ?? null, origins: [...(party?.origins ?? [])] };
}
