import { listOperatorRows, type Operator } from "@/lib/core/platform/operator-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { inBatch } from "@/lib/kernel/db/batch";

/** Lists all operators of the platform. */
export async function listOperators(): Promise<Operator[]> {
  const platform = await readPlatform();
  return platform ? inBatch(platform, listOperatorRows) : [];
}
