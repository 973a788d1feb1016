import type { DataKey } from "@/lib/kernel/data-keys/data-key";
import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Reads every data key, the oldest first. They belong to the platform, not to a tenant. */
export function readDataKeys(): Promise<DataKey[]> {
  return unscoped.query(read<DataKey>`
    SELECT id, wrapped_key, master_key_id, made_under, created_at, active_from,
           closed_at IS NOT NULL AS closed,
           id = (SELECT max(id) FROM data_keys WHERE active_from <= clock_timestamp()) AS seals
    FROM data_keys ORDER BY id`);
}
