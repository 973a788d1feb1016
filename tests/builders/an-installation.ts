import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { redeemUrl } from "@/lib/core/enrolment/enrolment-proof";
import type { NewEnrolmentToken } from "@/lib/core/enrolment/issue-enrolment-token";
import { redeemEnrolmentToken } from "@/lib/core/enrolment/redeem-enrolment-token";
import type { PublicKey } from "@/lib/core/installations/installation-key";
import { type Caller, noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";

/** The key pair that an installation makes for itself. */
export interface InstallationKey {
  publicKey: PublicKey;
  privateKey: CryptoKey;
}

/** A new Ed25519 key pair. */
export async function anInstallationKey(): Promise<InstallationKey> {
  const pair = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
  const { x = "" } = await exportJWK(pair.publicKey);
  return { publicKey: { kty: "OKP", crv: "Ed25519", x }, privateKey: pair.privateKey };
}

/** The proof that goes with a redemption. `claims` and `header` break it on purpose; an undefined claim is
 *  left out. */
export function aProof(
  token: string,
  { privateKey }: InstallationKey,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT({
    aud: redeemUrl(),
    iat: Math.floor(Date.now() / 1000),
    jti: crypto.randomUUID(),
    token_sha256: hashSecret(token).toString("base64url"),
    ...claims,
  })
    .setProtectedHeader({ alg: "EdDSA", typ: "enrolment-proof+jwt", ...header })
    .sign(privateKey);
}

/** The assertion by which an installation authenticates at the token endpoint (RFC 7523). `claims` breaks it
 *  on purpose; an undefined claim is left out. */
export function anAssertion(
  installationId: string,
  { privateKey }: InstallationKey,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: installationId,
    sub: installationId,
    aud: config().baseUrl,
    iat: seconds,
    exp: seconds + 60,
    jti: crypto.randomUUID(),
    ...claims,
  })
    .setProtectedHeader({ alg: "EdDSA", ...header })
    .sign(privateKey);
}

/** An installation that enrolled itself, with its key. */
export async function anInstallation(
  environment: Caller,
  options: Partial<NewEnrolmentToken> & {
    platform?: string;
    version?: string;
    installationName?: string;
  } = {},
): Promise<{ id: string; key: InstallationKey; appId: string; organizationId: string | null }> {
  const { platform, version, installationName: name = "press-hall-3", ...issued } = options;
  const { token } = await anEnrolmentToken(environment, issued);
  const key = await anInstallationKey();
  const proof = await aProof(token, key);
  const input = { token, publicKey: key.publicKey, proof, name, platform, version };
  const { installation } = await redeemEnrolmentToken(input, noRequest);
  return {
    ...{ id: installation.id, key },
    ...{ appId: installation.appId, organizationId: installation.organizationId },
  };
}
