import { readPlatform } from "@/lib/administrators/platform-store";
import { inTenant } from "@/lib/db";
import { listOperatorRows, type Operator } from "@/lib/operators/operator-store";

/** Everybody who runs the platform. */
export async function listOperators(): Promise<Operator[]> {
  const platform = await readPlatform();
  return platform ? inTenant(platform, listOperatorRows) : [];
}
