import { lock } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Has PostgreSQL count the rows of tables again that have grown to twice their size since it counted last. Plans that were made for
 *  a small table are made anew then, in every process. What brings many rows at once calls this as it goes.
 *  @returns how many tables these were */
export async function analyzeGrown(): Promise<number> {
  // It waits for nobody's lock, but takes so long that nobody should have to wait behind it.
  const row = await unscoped.first(
    lock<{ counted: number }>`SELECT atrium_analyze_grown() AS counted`,
  );
  return row?.counted ?? 0;
}
