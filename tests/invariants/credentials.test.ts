import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type CredentialPurpose,
  managementScopes,
  runtimeScopes,
  selectableScopes,
} from "@/lib/core/credentials/scopes";
import { newPublicId } from "@/lib/kernel/crypto/secrets";
import { inPrismaTransaction, type PrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
});

const insert = (purpose: CredentialPurpose, scopes: string[]) =>
  inPrismaTransaction(acme, ({ prisma, tenantId, environmentId }) =>
    prisma.credential.create({
      data: { tenantId, environmentId, clientId: newPublicId("ac_"), name: "raw", purpose, scopes },
    }),
  );

describe("PostgreSQL", () => {
  test("knows the same nineteen scopes, and which purpose may hold each", async () => {
    expect([...managementScopes, ...runtimeScopes]).toHaveLength(19);
    for (const purpose of ["product_runtime", "management_automation"] as const)
      for (const scope of [...managementScopes, ...runtimeScopes]) {
        const made = insert(purpose, [scope]);
        if (selectableScopes(purpose).includes(scope)) expect((await made).scopes).toEqual([scope]);
        else await expect(made).rejects.toThrow(/credentials_purpose_scopes/);
      }
  });

  test("refuses a scope that does not exist", async () => {
    await expect(insert("product_runtime", ["users:admin"])).rejects.toThrow(
      /credentials_known_scopes/,
    );
  });

  test("refuses to change what is frozen, for every role", async () => {
    const { id } = await insert("product_runtime", ["users:read"]);
    for (const data of [
      { purpose: "management_automation" as const },
      { scopes: ["users:read", "users:write"] },
      { scopes: [] },
      { clientId: newPublicId("ac_") },
    ])
      await expect(
        inPrismaTransaction(acme, ({ prisma }) =>
          prisma.credential.update({ where: { id }, data }),
        ),
      ).rejects.toThrow(/frozen at creation/);
  });

  test("refuses to make a revoked credential live again", async () => {
    const { id } = await insert("product_runtime", ["users:read"]);
    const write = (revokedAt: Date | null) =>
      inPrismaTransaction(acme, ({ prisma }) =>
        prisma.credential.update({ where: { id }, data: { revokedAt } }),
      );
    await write(new Date());
    await expect(write(null)).rejects.toThrow(/stays revoked/);
  });
});

describe("of two live secrets", () => {
  const secret = () => ({ secretHash: randomBytes(32), hint: "…" });
  type Insert = (t: PrismaTransaction, slot: number) => Promise<unknown>;
  const kinds: [string, Insert][] = [
    [
      "a tenant's environment",
      ({ prisma, tenantId, environmentId }, slot) =>
        prisma.tenantSecret.create({ data: { tenantId, environmentId, slot, ...secret() } }),
    ],
    [
      "a credential",
      async ({ prisma, tenantId }, slot) => {
        const { id } = await prisma.credential.findUniqueOrThrow({
          where: { clientId: acme.clientId },
        });
        return prisma.credentialSecret.create({
          data: { tenantId, credentialId: id, slot, ...secret() },
        });
      },
    ],
  ];

  test.each(kinds)("%s holds the second and no third", async (_, make) => {
    // The builder made the first.
    await inPrismaTransaction(acme, (t) => make(t, 2));
    for (const slot of [1, 2])
      await expect(inPrismaTransaction(acme, (t) => make(t, slot))).rejects.toThrow(/[Uu]nique/);
    await expect(inPrismaTransaction(acme, (t) => make(t, 3))).rejects.toThrow(/_slot/);
  });
});
