import type { TenantScope } from "@/lib/caller";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import type { RelyingParty } from "@/lib/users/factors/relying-party";

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
