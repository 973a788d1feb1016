import { lock } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Analyzes tables that have doubled since the last time. Plans made for a small table are then replaced, in
 *  every process. Called while many rows are inserted.
 *  @returns the number of these tables */
export async function analyzeGrown(): Promise<number> {
  // It waits for no lock, but is marked as `lock` because it takes so long that no other message should queue
  // behind it.
  const row = await unscoped.first(
    lock<{ counted: number }>`SELECT atrium_analyze_grown() AS counted`,
  );
  return row?.counted ?? 0;
}
