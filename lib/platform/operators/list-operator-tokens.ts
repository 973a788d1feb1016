import { inBatch } from "@/lib/db/batch";
import {
  type ListedOperatorToken,
  listOperatorTokenRows,
} from "@/lib/platform/operators/operator-token-store";
import { readPlatform } from "@/lib/platform/platform-store";

/** Every operator token, revoked ones too, with what may be shown of them. */
export async function listOperatorTokens(): Promise<ListedOperatorToken[]> {
  const platform = await readPlatform();
  return platform ? inBatch(platform, listOperatorTokenRows) : [];
}
