import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { addCredentialSecret } from "@/lib/core/credentials/add-credential-secret";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { resolveCredential } from "@/lib/core/credentials/credential-store";
import { listCredentials } from "@/lib/core/credentials/list-credentials";
import { retireCredentialSecret } from "@/lib/core/credentials/retire-credential-secret";
import { revokeCredential } from "@/lib/core/credentials/revoke-credential";
import { verifyMachineToken } from "@/lib/core/credentials/verify-machine-token";
import { noRequest } from "@/lib/kernel/caller";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
let globex: TestEnvironment;
beforeAll(async () => {
  [acme, globex] = [await aTenant(), await aTenant()];
});

async function aCredential() {
  const made = await createCredential(acme, {
    name: "Backend",
    purpose: "management_automation",
    scopes: ["users:read"],
  });
  const listed = await secretsOf(made.id);
  return { ...made, firstSecretId: listed[0]?.id ?? "" };
}

async function secretsOf(id: string) {
  const credentials = await listCredentials(acme);
  return credentials.find((credential) => credential.id === id)?.secrets ?? [];
}

async function accepts(clientId: string, secret: string): Promise<boolean> {
  const found = await resolveCredential(clientId);
  return (found?.secretHashes ?? []).some((hash) => hashSecret(secret).equals(hash));
}

function kindsFor(id: string) {
  return inPrismaTransaction(acme, async ({ prisma }) => {
    const events = await prisma.auditEvent.findMany({ orderBy: { id: "asc" } });
    return events
      .filter((event) => JSON.stringify(event.targets).includes(id))
      .map((event) => event.kind);
  });
}

test("a rotation overlaps: both secrets work until the old one is retired, each step audited", async () => {
  const made = await aCredential();
  const second = await addCredentialSecret(acme, made.id);
  expect(second.secret).toMatch(/^as_/);
  expect(await accepts(made.clientId, made.clientSecret)).toBe(true);
  expect(await accepts(made.clientId, second.secret)).toBe(true);
  await retireCredentialSecret(acme, made.id, made.firstSecretId);
  expect(await accepts(made.clientId, made.clientSecret)).toBe(false);
  expect(await accepts(made.clientId, second.secret)).toBe(true);
  expect(await secretsOf(made.id)).toMatchObject([{ id: second.id, hint: second.hint }]);
  expect(await kindsFor(made.id)).toEqual([
    "credential.created",
    "credential.secret_added",
    "credential.secret_retired",
  ]);
});

test("a token outlives the secret it was exchanged for, but not the credential", async () => {
  const made = await aCredential();
  const token = await aMachineToken({ ...acme, ...made }, ["users:read"]);
  await addCredentialSecret(acme, made.id);
  await retireCredentialSecret(acme, made.id, made.firstSecretId);
  expect(await verifyMachineToken(token, noRequest)).not.toBeNull();
  await revokeCredential(acme, made.id);
  expect(await verifyMachineToken(token, noRequest)).toBeNull();
});

test("a third live secret is refused, also in parallel requests", async () => {
  const { id } = await aCredential();
  const results = await Promise.allSettled([
    addCredentialSecret(acme, id),
    addCredentialSecret(acme, id),
    addCredentialSecret(acme, id),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(addCredentialSecret(acme, id)).rejects.toMatchObject({ reason: "conflict" });
  expect(await secretsOf(id)).toHaveLength(2);
});

test("the last live secret can't be retired, also by parallel requests", async () => {
  const { id, firstSecretId } = await aCredential();
  await expect(retireCredentialSecret(acme, id, firstSecretId)).rejects.toMatchObject({
    reason: "conflict",
  });
  const second = await addCredentialSecret(acme, id);
  const results = await Promise.allSettled(
    [firstSecretId, second.id].map((secret) => retireCredentialSecret(acme, id, secret)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await secretsOf(id)).toHaveLength(1);
});

test("secrets of another tenant's, an unknown and a revoked credential are missing", async () => {
  const { id, firstSecretId } = await aCredential();
  await addCredentialSecret(acme, id);
  const refusal = { reason: "missing" };
  await expect(addCredentialSecret(globex, id)).rejects.toMatchObject(refusal);
  await expect(retireCredentialSecret(globex, id, firstSecretId)).rejects.toMatchObject(refusal);
  await expect(addCredentialSecret(acme, randomUUID())).rejects.toMatchObject(refusal);
  await expect(retireCredentialSecret(acme, id, randomUUID())).rejects.toMatchObject(refusal);
  const other = await aCredential();
  await expect(retireCredentialSecret(acme, id, other.firstSecretId)).rejects.toMatchObject(
    refusal,
  );
  await revokeCredential(acme, id);
  await expect(addCredentialSecret(acme, id)).rejects.toMatchObject(refusal);
  await expect(retireCredentialSecret(acme, id, firstSecretId)).rejects.toMatchObject(refusal);
});
