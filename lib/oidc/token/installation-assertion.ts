import { decodeJwt, type JWTPayload, jwtVerify } from "jose";
import { now, secondsAfter } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { ASSERTION_TYPE } from "@/lib/contract/oauth";
import { inTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { isInService, notSeenLately } from "@/lib/installations/installation";
import type { PublicKey } from "@/lib/installations/installation-key";
import { resolveInstallation, touchInstallation } from "@/lib/installations/installation-store";
import { takeProof } from "@/lib/installations/used-proof-store";
import type { InstallationClient } from "@/lib/oidc/token/authenticated-client";

/** How far in the future an assertion may end, and how wrong the installation's clock may be, in seconds. A long-lived
 *  assertion is worth stealing, and its `jti` has to be kept as long. */
const LONGEST_SECONDS = 300;
const SKEW_SECONDS = 30;

/** What Ed25519 signatures are called: by RFC 8037, and by RFC 9864, which newer libraries follow. */
export const assertionAlgorithms = ["EdDSA", "Ed25519"];

/** The types that an assertion may name. A JWT that was signed for another purpose is no assertion. */
const types = new Set([undefined, "JWT", "jwt", "client-authentication+jwt"]);

/** Whose key verifies an assertion of an unknown installation, so that the time tells nothing. */
const nobody: PublicKey = {
  kty: "OKP",
  crv: "Ed25519",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
};

/** The client that a form's assertion names, unproved; null when the assertion is no JWT at all.
 *  @throws ServiceError `malformed` for another type of assertion, or a client_id that is not its subject */
export function presentedAssertion(
  form: URLSearchParams,
): { kind: "installation"; clientId: string; secret: null; assertion: string } | null {
  const assertion = form.get("client_assertion");
  if (!assertion)
    throw new ServiceError("malformed", {
      detail: "missing required parameter: client_assertion",
    });
  if (form.get("client_assertion_type") !== ASSERTION_TYPE)
    throw new ServiceError("malformed", {
      detail: `client_assertion_type must be ${ASSERTION_TYPE}`,
    });
  const subject = claimedSubject(assertion);
  const formId = form.get("client_id") || null;
  if (subject === null) return null;
  if (formId !== null && formId !== subject)
    throw new ServiceError("malformed", { detail: "client_id mismatch" });
  return { kind: "installation", clientId: subject, secret: null, assertion };
}

function claimedSubject(assertion: string): string | null {
  try {
    const { sub } = decodeJwt(assertion);
    return typeof sub === "string" && sub !== "" ? sub : null;
  } catch {
    return null;
  }
}

/** The installation that an assertion proves, once: the installation's key signed it, for us and for a short time, and
 *  its `jti` was never presented. Notes that the installation was seen.
 *  @returns null for any assertion that does not prove it */
export async function provenInstallation(
  clientId: string,
  assertion: string,
): Promise<InstallationClient | null> {
  const at = now();
  const found = await resolveInstallation(clientId);
  const claims = await signedClaims(assertion, clientId, found?.publicKey ?? nobody, at);
  if (!found || !claims || found.tenantStatus !== "active" || !isInService(found)) return null;
  const { jti, exp = 0 } = claims;
  const { installationId, keyThumbprint, lastSeenAt } = found;
  const fresh = await inTransaction(found, async (db) => {
    const expiresAt = secondsAfter(new Date(exp * 1000), SKEW_SECONDS + 1);
    if (!jti || !(await takeProof(db, { keyThumbprint, jti, expiresAt }))) return false;
    if (notSeenLately(lastSeenAt, at)) await touchInstallation(db, installationId, at);
    return true;
  });
  return fresh ? { kind: "installation", clientId, scope: found, installation: found } : null;
}

async function signedClaims(
  assertion: string,
  clientId: string,
  publicKey: PublicKey,
  at: Date,
): Promise<JWTPayload | null> {
  const { baseUrl } = config();
  const audience = [baseUrl, `${baseUrl}/oauth/token`];
  try {
    const { payload, protectedHeader } = await jwtVerify(
      assertion,
      { ...publicKey },
      {
        ...{ algorithms: assertionAlgorithms, issuer: clientId, subject: clientId, audience },
        ...{ currentDate: at, clockTolerance: SKEW_SECONDS, requiredClaims: ["exp", "jti"] },
      },
    );
    const { exp = 0, jti } = payload;
    const short = exp * 1000 <= secondsAfter(at, LONGEST_SECONDS + SKEW_SECONDS).getTime();
    // Another audience of the same assertion could replay it here.
    const ours = [payload.aud].flat().every((one) => one !== undefined && audience.includes(one));
    const named = typeof jti === "string" && jti.length >= 1 && jti.length <= 255;
    return short && ours && named && types.has(protectedHeader.typ) ? payload : null;
  } catch {
    return null;
  }
}
