import { readPlatform } from "@/lib/administrators/platform-store";
import { inTenant } from "@/lib/db";
import {
  type ListedOperatorToken,
  listOperatorTokenRows,
} from "@/lib/operators/operator-token-store";

/** Every operator token, revoked ones too, with what may be shown of them. */
export async function listOperatorTokens(): Promise<ListedOperatorToken[]> {
  const platform = await readPlatform();
  return platform ? inTenant(platform, listOperatorTokenRows) : [];
}
