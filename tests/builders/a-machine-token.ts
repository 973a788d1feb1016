import { SignJWT } from "jose";
import { MANAGEMENT_AUDIENCE } from "@/lib/core/credentials/machine-token";
import { signer } from "@/lib/core/signing-keys/signing-keys";
import { config } from "@/lib/kernel/config/config";
import type { TestEnvironment } from "@/tests/builders/a-tenant";

/** A machine token as POST /oauth/token issues it, signed with the service's own key, for tests of routes
 *  that only consume one. `overrides` breaks a claim on purpose. */
export async function aMachineToken(
  environment: TestEnvironment,
  scopes: readonly string[],
  overrides: { issuer?: string; audience?: string; expiresIn?: number; typ?: string } = {},
): Promise<string> {
  const { kid, alg, key } = await signer("machine_token");
  const seconds = Math.floor(Date.now() / 1000);
  return new SignJWT({
    client_id: environment.clientId,
    scope: scopes.join(" "),
    tenant_id: environment.publicId,
    environment: environment.environmentKey,
  })
    .setProtectedHeader({ alg, kid, typ: overrides.typ ?? "at+jwt" })
    .setIssuer(overrides.issuer ?? config().baseUrl)
    .setAudience(overrides.audience ?? MANAGEMENT_AUDIENCE)
    .setSubject(environment.clientId)
    .setJti(crypto.randomUUID())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + (overrides.expiresIn ?? 900))
    .sign(key);
}
