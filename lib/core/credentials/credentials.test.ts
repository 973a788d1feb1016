import { beforeAll, expect, test } from "vitest";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { listCredentials } from "@/lib/core/credentials/list-credentials";
import { revokeCredential } from "@/lib/core/credentials/revoke-credential";
import {
  managementScopes,
  runtimeScopes,
  type Scope,
  selectableScopes,
} from "@/lib/core/credentials/scopes";
import { verifyMachineToken } from "@/lib/core/credentials/verify-machine-token";
import { noRequest } from "@/lib/kernel/caller";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
let globex: TestEnvironment;
beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
});

const make = (scopes: Scope[], purpose: "product_runtime" | "management_automation") =>
  createCredential(acme, { name: "made", purpose, scopes });

test("there are nineteen scopes, ten of them for any purpose", () => {
  expect(selectableScopes("product_runtime")).toHaveLength(19);
  expect(selectableScopes("management_automation")).toEqual([...managementScopes]);
});

test("id and secret are issued once and shown together", async () => {
  const made = await make(["users:read"], "management_automation");
  expect(made.clientId).toMatch(/^ac_/);
  expect(made.clientSecret).toMatch(/^as_/);
  const listed = (await listCredentials(acme)).find((credential) => credential.id === made.id);
  expect(listed?.secrets).toMatchObject([{ hint: `…${made.clientSecret.slice(-4)}` }]);
  expect(JSON.stringify(listed)).not.toContain(made.clientSecret);
});

test("management automation can hold no runtime scope, neither through the service nor in PostgreSQL", async () => {
  for (const scope of runtimeScopes)
    await expect(make([scope], "management_automation")).rejects.toMatchObject({
      reason: "unprocessable",
    });
  await expect(
    inPrismaTransaction(acme, ({ prisma, tenantId, environmentId }) =>
      prisma.credential.create({
        data: {
          tenantId,
          environmentId,
          clientId: "ac_0123456789abcdefgh",
          name: "sneaked in",
          purpose: "management_automation",
          scopes: ["tokens:issue"],
        },
      }),
    ),
  ).rejects.toThrow(/credentials_purpose_scopes/);
});

test("PostgreSQL refuses to change purpose or scopes afterwards", async () => {
  const { id } = await make(["users:read"], "product_runtime");
  for (const data of [
    { scopes: ["users:read", "users:write"] },
    { purpose: "management_automation" as const },
  ])
    await expect(
      inPrismaTransaction(acme, ({ prisma }) => prisma.credential.update({ where: { id }, data })),
    ).rejects.toThrow(/frozen at creation/);
});

test("revoking a credential ends the tokens it was issued, and is audited once", async () => {
  const made = await make(["users:read"], "product_runtime");
  const token = await aMachineToken({ ...acme, ...made }, ["users:read"]);
  expect(await verifyMachineToken(token, noRequest)).not.toBeNull();
  await revokeCredential(acme, made.id);
  await revokeCredential(acme, made.id);
  expect(await verifyMachineToken(token, noRequest)).toBeNull();
  const events = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.auditEvent.count({
      where: {
        kind: "credential.revoked",
        targets: { equals: [{ type: "credential", id: made.id }] },
      },
    }),
  );
  expect(events).toBe(1);
});

test("another tenant's credential can't be revoked, with the same response as for an unknown one", async () => {
  const { id } = await make(["users:read"], "product_runtime");
  await expect(revokeCredential(globex, id)).rejects.toMatchObject({ reason: "missing" });
  expect(
    (await listCredentials(acme)).find((credential) => credential.id === id)?.revokedAt,
  ).toBeNull();
});
