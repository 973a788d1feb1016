import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Returns the origins of the pages, of any tenant, that may request the passkeys of a relying party,
 *  sorted. */
export async function readRelatedOrigins(rpId: string): Promise<string[]> {
  const rows = await unscoped.query(read<{ origin: string }>`
    SELECT origin FROM atrium_related_origins(${rpId})`);
  return rows.map(({ origin }) => origin);
}
