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

/** The cookies of the dashboard's next-auth. Cookies know no port, so the names are ours and the installation's: an
 *  application that uses next-auth, or another installation, on the same host has others.
 *  @param installation what tells this installation apart from others
 *  @param secure whether browsers reach it by https */
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

/** The secret of the dashboard's cookies under a data key. */
function secretOf(dataKeyId: number): string {
  return deriveKey("dashboard-cookie", dataKeyId).toString("base64url");
}

/** Makes a cookie of the dashboard with the data key in force. */
export function encodeDashboardToken(params: JWTEncodeParams): Promise<string> {
  return encode({ ...params, secret: secretOf(sealingKeyId()) });
}

/** Reads a cookie of the dashboard, which an earlier data key may have made.
 *  @returns null for one that none of ours made, or that is over */
export async function decodeDashboardToken(params: JWTDecodeParams): Promise<JWT | null> {
  for (const id of openingKeyIds()) {
    const token = await decode({ ...params, secret: secretOf(id) }).catch(() => null);
    if (token) return token;
  }
  return null;
}
