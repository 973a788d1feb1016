import { readLogHead } from "@/lib/audit/log/log-reading-store";
import { proveConsistency } from "@/lib/audit/log/prove-event";
import { CannotVerify } from "@/lib/audit/verify/verified";
import type { Prover } from "@/lib/audit/verify/verify-continuation";
import type { TenantScope } from "@/lib/caller";
import { inLateRead } from "@/lib/db/late-read";

/** Proofs from the database. */
export function storedProver(tenant: TenantScope): Prover {
  return (from, to) =>
    inLateRead(tenant, async (db) => {
      const head = await readLogHead(db);
      if (!head) throw new CannotVerify("The tenant has no log yet.");
      return head.size < to ? head.size : proveConsistency(db, from, to);
    });
}
