import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { PayloadContent } from "@/lib/core/oidc-payloads/oidc-payload-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { sealBytes, unsealBytes } from "@/lib/kernel/crypto/seal";

// A new sign-in is stored only in its own cookie, sealed, because any client can start any number of them.

/** Longest sealed interaction. A longer one would leave no room in a request's header for a second sign-in,
 *  and is stored in the database instead. */
const MOST_CHARACTERS = 1536;

/** No request of ours is larger, compressed or not (authorize-request.ts). */
const MOST_BYTES = 32 * 1024;

const PURPOSE = "interaction";

/** Common text of most interactions, so that little of it is left after compression. Changing it makes
 *  interactions that wait at that moment unreadable: their persons start again. */
const dictionary = Buffer.from(
  '"grantId":"session":{"accountId":"uid":"cookie":"amr":["pwd","otp","mfa"],"deviceCode":"parJti":"trusted":[],' +
    '"prompt":{"name":"organization","consent","reasons":["another_account","op_scopes_missing","several_organizations",' +
    '"name":"login","reasons":["no_session"],"details":{"login_hint":"missingOIDCScope":["missingOIDCClaims":["email_verified"' +
    '"organization_id":"login_hint":"ui_locales":"en"claims":"response_mode":"form_post","dpop_jkt":"http://localhost:3000' +
    '/api/auth/callback/atrium"https://"params":{"client_id":"aoc_"redirect_uri":"https://"response_type":"code",' +
    '"scope":"openid profile email organizations permissions","state":"nonce":"code_challenge":"code_challenge_method":"S256"}' +
    '"iat":1,"exp":1',
);

/** Fields that follow from the uid, or are never read. */
const leftOut = new Set(["jti", "kind", "returnTo", "cid", "lastSubmission"]);

/** Seals an interaction for its browser.
 *  @returns null when it is too long for a cookie */
export function sealInteraction(
  { tenantId, environmentId }: TenantScope,
  uid: string,
  content: PayloadContent,
): string | null {
  const entries = Object.entries(content).filter(([name]) => !leftOut.has(name));
  const ids = Buffer.from((tenantId + environmentId).replaceAll("-", ""), "hex");
  const packed = deflateRawSync(JSON.stringify(Object.fromEntries(entries)), { dictionary });
  const sealed = sealBytes(PURPOSE, uid, Buffer.concat([ids, packed])).toString("base64url");
  return sealed.length > MOST_CHARACTERS ? null : sealed;
}

/** Opens an interaction that a browser sends back.
 *  @returns null for one that was altered, belongs to another uid, or was sealed under a closed key */
export function openInteraction(
  uid: string,
  sealed: string,
): { scope: TenantScope; content: PayloadContent } | null {
  try {
    const bytes = unsealBytes(PURPOSE, uid, Buffer.from(sealed, "base64url"));
    const unpacked = inflateRawSync(bytes.subarray(32), {
      dictionary,
      maxOutputLength: MOST_BYTES,
    });
    const content = { ...JSON.parse(unpacked.toString("utf8")), kind: "Interaction", jti: uid };
    return { scope: { tenantId: idAt(bytes, 0), environmentId: idAt(bytes, 16) }, content };
  } catch {
    return null;
  }
}

function idAt(bytes: Buffer, at: number): string {
  return bytes
    .toString("hex", at, at + 16)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
