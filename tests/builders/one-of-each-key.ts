import { addCredentialSecret } from "@/lib/core/credentials/add-credential-secret";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { addClientSecret } from "@/lib/core/oidc-clients/client-secrets";
import { listTenantSecretRows } from "@/lib/core/tenants/tenant-secret-store";
import { createTrustedDevice } from "@/lib/core/trusted-devices/create-trusted-device";
import { createSigningSecret } from "@/lib/features/migration/previous-system/create-signing-secret";
import { listSigningSecrets } from "@/lib/features/migration/previous-system/previous-system-store";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { anOidcClient } from "@/tests/builders/an-oidc-client";

/** Makes one of everything that signs in or signs: things with an id that only the dashboard and the
 *  operators' plane use.
 *  @param userId user whose device is trusted */
export async function oneOfEachKey(
  environment: TestEnvironment,
  userId: string,
): Promise<Record<string, string>> {
  const input = { name: "tests", purpose: "product_runtime", scopes: ["users:read"] } as const;
  const { id: credentialId, clientId: credentialClientId } = await createCredential(
    environment,
    input,
  );
  const { id: oidcClientId, clientId: oidcClientPublicId } = await anOidcClient(environment);
  const [tenantSecret] = await inTransaction(environment, listTenantSecretRows);
  const user = { id: userId, email: "ada@example.com", locale: null };
  const trust = { user, windowDays: 7, alert: false, name: null, methods: [] };
  const { device } = await inTransaction(environment, (db) =>
    createTrustedDevice(db, trust, { ...environment, context: noRequest, at: now() }),
  );
  const [made] = await inTransaction(environment, listSigningSecrets);
  const signing = made ?? (await createSigningSecret(environment));
  return {
    credentials: credentialId,
    credential_id: credentialId,
    "credential-clients": credentialClientId,
    "credential-secrets": (await addCredentialSecret(environment, credentialId)).id,
    "oidc-clients": oidcClientId,
    "oidc-client-clients": oidcClientPublicId,
    oidc_client_id: oidcClientId,
    "oidc-client-secrets": (await addClientSecret(environment, oidcClientId)).id,
    "previous-system": signing.id,
    "tenant-secrets": tenantSecret?.id ?? "",
    "trusted-devices": device.id,
  };
}
