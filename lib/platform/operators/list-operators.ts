import { inBatch } from "@/lib/db/batch";
import { listOperatorRows, type Operator } from "@/lib/platform/operator-store";
import { readPlatform } from "@/lib/platform/platform-store";

/** Everybody who runs the platform. */
export async function listOperators(): Promise<Operator[]> {
  const platform = await readPlatform();
  return platform ? inBatch(platform, listOperatorRows) : [];
}
