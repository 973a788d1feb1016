import { isInService, isSightingDue } from "@/lib/core/installations/installation";
import type { PublicKey } from "@/lib/core/installations/installation-key";
import {
  resolveInstallation,
  touchInstallation,
} from "@/lib/core/installations/installation-store";
import { takeProof } from "@/lib/core/installations/used-proof-store";
import type { InstallationClient } from "@/lib/core/oidc/token/authenticated-client";
import { signedAssertion } from "@/lib/core/oidc/token/signed-assertion";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Algorithm names of Ed25519 signatures: of RFC 8037, and of RFC 9864, which newer libraries use. */
const assertionAlgorithms = ["EdDSA", "Ed25519"];

/** Key that verifies assertions of unknown installations, so that the time reveals nothing. */
const decoyKey: PublicKey = {
  kty: "OKP",
  crv: "Ed25519",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
};

/** Authenticates an installation by an assertion, once: its key signed it, for us and for a short time, and
 *  its `jti` was never presented. Records that the installation was seen.
 *  @returns null for an invalid assertion */
export async function provenInstallation(
  clientId: string,
  assertion: string,
): Promise<InstallationClient | null> {
  const at = now();
  const found = await resolveInstallation(clientId);
  const proof = await readAssertion(assertion, clientId, found?.publicKey ?? decoyKey, at);
  if (!found || !proof || found.tenantStatus !== "active" || !isInService(found)) return null;
  const { installationId, keyThumbprint, lastSeenAt } = found;
  const fresh = await inTransaction(found, async (db) => {
    if (!(await takeProof(db, { keyThumbprint, ...proof }))) return false;
    if (isSightingDue(lastSeenAt, at)) await touchInstallation(db, installationId, at);
    return true;
  });
  return fresh ? { kind: "installation", clientId, scope: found, installation: found } : null;
}

async function readAssertion(assertion: string, clientId: string, key: PublicKey, at: Date) {
  try {
    const expected = { clientId, algorithms: assertionAlgorithms, at };
    return await signedAssertion(assertion, { ...expected, key: async () => ({ ...key }) });
  } catch {
    return null;
  }
}
