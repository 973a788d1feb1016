import { expect, test } from "vitest";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { connections } from "@/lib/kernel/db/connections";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

const actor = { type: "operator", id: "tests" } as const;

test("of parallel setups one creates the platform, and all find the same", async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => setUpPlatform(actor)));
  expect(new Set(all.map(({ tenantId }) => tenantId)).size).toBe(1);
  const [platform] = all;
  if (!platform) throw new Error("unreachable: there is a platform");
  expect(await inPrismaTransaction(platform, ({ prisma }) => prisma.oidcClient.count())).toBe(1);
  const { rows } = await connections.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'");
  expect(rows).toEqual([]);
});

test("the platform's own tenant cannot be disabled by any code", async () => {
  const platform = await setUpPlatform(actor);
  const disabling = inPrismaTransaction(platform, ({ prisma, tenantId }) =>
    prisma.tenant.update({
      where: { id: tenantId },
      data: { status: "disabled", disabledAt: new Date() },
    }),
  );
  await expect(disabling).rejects.toThrow(/platform tenant cannot be disabled/);
});
