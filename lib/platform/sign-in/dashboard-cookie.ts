import {
  decode,
  encode,
  type JWT,
  type JWTDecodeParams,
  type JWTEncodeParams,
} from "next-auth/jwt";
import { deriveKey, openingKeyIds, sealingKeyId } from "@/lib/crypto/keyring";

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
