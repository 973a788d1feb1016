import type { TenantScope } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

/** The row of the user with this address, with the memberships; null when there is none. */
export const storedUser = (scope: TenantScope, email: string) =>
  inPrismaTransaction(scope, ({ prisma }) =>
    prisma.user.findFirst({
      where: { environmentId: scope.environmentId, emailKey: email.toLowerCase() },
      include: { memberships: true },
    }),
  );
