import {
  type ListedOperatorToken,
  listOperatorTokenRows,
} from "@/lib/core/operators/operator-token-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { inBatch } from "@/lib/kernel/db/batch";

/** Lists every operator token, revoked ones too, without the tokens themselves. */
export async function listOperatorTokens(): Promise<ListedOperatorToken[]> {
  const platform = await readPlatform();
  return platform ? inBatch(platform, listOperatorTokenRows) : [];
}
