import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { proveConsistency } from "@/lib/features/audit-log/log/prove-event";
import { CannotVerify } from "@/lib/features/audit-log/verify/verified";
import type { Prover } from "@/lib/features/audit-log/verify/verify-continuation";
import type { TenantScope } from "@/lib/kernel/caller";
import { inLateRead } from "@/lib/kernel/db/late-read";

/** Prover that reads the database. */
export function storedProver(tenant: TenantScope): Prover {
  return (from, to) =>
    inLateRead(tenant, async (db) => {
      const head = await readLogHead(db);
      if (!head) throw new CannotVerify("The tenant has no log yet.");
      return head.size < to ? head.size : proveConsistency(db, from, to);
    });
}
