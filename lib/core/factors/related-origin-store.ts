import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** The origins of the pages, of whatever tenant, that may ask for the passkeys of a relying party, sorted. */
export async function readRelatedOrigins(rpId: string): Promise<string[]> {
  const rows = await unscoped.query(read<{ origin: string }>`
    SELECT origin FROM atrium_related_origins(${rpId})`);
  return rows.map(({ origin }) => origin);
}
