import type { CookiesOptions } from "next-auth";
import {
  decode,
  encode,
  type JWT,
  type JWTDecodeParams,
  type JWTEncodeParams,
} from "next-auth/jwt";
import { hostOnly } from "@/lib/core/oidc/http/cookies";
import { deriveKey, openingKeyIds, sealingKeyId } from "@/lib/kernel/crypto/keyring";

/** Cookies of the dashboard's next-auth. A browser shares cookies between the ports of a host, so the names
 *  contain the service and the installation: an application that uses next-auth, or another installation on
 *  the same host, has other names.
 *  @param installation text that distinguishes this installation from others
 *  @param secure whether browsers use https */
export function dashboardCookies(installation: string, secure: boolean): Partial<CookiesOptions> {
  const cookie = (of: string, maxAge?: number) => ({
    name: hostOnly(`atrium_dashboard_${of}_${installation}`),
    options: { httpOnly: true, sameSite: "lax", path: "/", secure, ...(maxAge && { maxAge }) },
  });
  return {
    sessionToken: cookie("session"),
    callbackUrl: cookie("callback"),
    csrfToken: cookie("csrf"),
    pkceCodeVerifier: cookie("pkce", SIGN_IN_SECONDS),
    state: cookie("state", SIGN_IN_SECONDS),
    nonce: cookie("nonce", SIGN_IN_SECONDS),
  };
}

const SIGN_IN_SECONDS = 15 * 60;

/** Derives the secret of the dashboard's cookies from a data key. */
function secretOf(dataKeyId: number): string {
  return deriveKey("dashboard-cookie", dataKeyId).toString("base64url");
}

/** Encodes a dashboard cookie with the data key in force. */
export function encodeDashboardToken(params: JWTEncodeParams): Promise<string> {
  return encode({ ...params, secret: secretOf(sealingKeyId()) });
}

/** Decodes a dashboard cookie, also one encoded with an earlier data key.
 *  @returns null for an expired cookie, or one that none of our keys made */
export async function decodeDashboardToken(params: JWTDecodeParams): Promise<JWT | null> {
  for (const id of openingKeyIds()) {
    const token = await decode({ ...params, secret: secretOf(id) }).catch(() => null);
    if (token) return token;
  }
  return null;
}
