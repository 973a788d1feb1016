import { beforeAll, expect, test } from "vitest";
import { authenticateTenantSecret } from "@/lib/core/tenants/authenticate-tenant-secret";
import { createTenantSecret } from "@/lib/core/tenants/create-tenant-secret";
import { listTenantSecrets } from "@/lib/core/tenants/list-tenant-secrets";
import { revokeTenantSecret } from "@/lib/core/tenants/revoke-tenant-secret";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
let globex: TestEnvironment;
beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
});

test("two secrets are live in parallel for a rotation; a third is refused until one is revoked", async () => {
  const second = await createTenantSecret(acme);
  await expect(createTenantSecret(acme)).rejects.toMatchObject({ reason: "conflict" });
  for (const secret of [acme.tenantSecret, second.secret])
    expect(await authenticateTenantSecret(acme.publicId, secret)).toMatchObject({
      environmentId: acme.environmentId,
    });
  await revokeTenantSecret(acme, second.id);
  expect(await authenticateTenantSecret(acme.publicId, second.secret)).toBeNull();
  const third = await createTenantSecret(acme);
  await revokeTenantSecret(acme, third.id);
});

test("of parallel creations one gets the free slot", async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => createTenantSecret(globex)),
  );
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  expect(await listTenantSecrets(globex)).toHaveLength(2);
});

test("an id and a secret of two tenants prove nothing together", async () => {
  expect(await authenticateTenantSecret(globex.publicId, acme.tenantSecret)).toBeNull();
  expect(await authenticateTenantSecret("atr_unknown", acme.tenantSecret)).toBeNull();
});

test("everything of a disabled tenant stops at once, with the reason", async () => {
  const off = await aTenant();
  await inPrismaTransaction(off, ({ prisma, tenantId }) =>
    prisma.tenant.update({
      where: { id: tenantId },
      data: { status: "disabled", disabledAt: new Date() },
    }),
  );
  await expect(authenticateTenantSecret(off.publicId, off.tenantSecret)).rejects.toMatchObject({
    reason: "tenant_disabled",
  });
});
