import type { RelyingParty } from "@/lib/core/factors/relying-party";
import type { TenantScope } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

/** The relying party of the pages of most tests. */
export const shop: RelyingParty = {
  id: "shop.example",
  origins: ["https://shop.example", "https://account.shop.example"],
};

/** Gives an environment's own pages a relying party for passkeys, as a row. */
export async function aRelyingParty(scope: TenantScope, rp = shop): Promise<void> {
  const { environmentId } = scope;
  await inPrismaTransaction(scope, ({ prisma }) =>
    prisma.environment.update({
      where: { id: environmentId },
      data: { passkeyRpId: rp.id, passkeyOrigins: [...rp.origins] },
    }),
  );
}
