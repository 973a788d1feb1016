import {
  type ListedOperatorToken,
  listOperatorTokenRows,
} from "@/lib/core/operators/operator-token-store";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { inBatch } from "@/lib/kernel/db/batch";

/** Every operator token, revoked ones too, with what may be shown of them. */
export async function listOperatorTokens(): Promise<ListedOperatorToken[]> {
  const platform = await readPlatform();
  return platform ? inBatch(platform, listOperatorTokenRows) : [];
}
