import { bindTransaction } from "@/lib/kernel/db/bind-tenant";
import { OnClient } from "@/lib/kernel/db/on-client";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Runs `work` in one transaction of the database's owner, whom row-level security does not bind: each
 *  statement names the tenant itself. Everything commits together or not at all. It may take long, and blocks
 *  only transactions that need the same rows.
 *  @throws DatabaseError of a statement that failed */
export function inOwnerTransaction<T>(
  ownerUrl: string,
  tenantId: string,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  return asOwner(ownerUrl, async (client) => {
    await client.query("BEGIN");
    const db = new OnClient({ tenantId, environmentId: "" }, client);
    try {
      await db.answer(bindTransaction(tenantId));
      const done = await work(db);
      await client.query("COMMIT");
      return done;
    } catch (error) {
      // Nothing of the work happened: the connection ends here.
      await client.query("ROLLBACK").catch(() => {});
      throw error;
    }
  });
}
