import type { HashAlgorithm } from "@/lib/core/passwords/hash-algorithm";
import { type WeakDigest, type WeakHash, weakHash } from "@/lib/core/passwords/wrapped-hash";

const none = Buffer.alloc(0);

// RFC 2307, section 5.3, and the additions of OpenLDAP's modules: the digest, with the salt behind it.
const LDAP = /^\{(S?)(MD5|SHA|SHA256|SHA512)\}([A-Za-z0-9+/]{22,200}={0,2})$/;
const ldapDigests: Record<string, WeakDigest> = {
  MD5: "md5",
  SHA: "sha1",
  SHA256: "sha256",
  SHA512: "sha512",
};
// Django's MD5 and SHA-1 have the salt before the password; Werkzeug's format before version 3 is an HMAC
// under the salt.
const SALTED = /^(md5|sha1|sha256|sha512)\$([A-Za-z0-9]{0,128})\$([0-9a-f]{32,128})$/;
const WERKZEUG_SALTS = new Set([8, 16]);
// The format that the command line's importers write.
const NAMED =
  /^\$weak-(md5|sha1|sha256|sha512)\$(before|behind|hmac)\$([A-Za-z0-9+/]{0,344}={0,2})\$([A-Za-z0-9+/]{22,88}={0,2})$/;

/** Reads a fast digest of another system; null when it is none. Django's and Werkzeug's formats look
 *  alike, but Django has only MD5 and SHA-1, and no salt as long as Werkzeug's: Django's have 5, 12 or 22
 *  characters by its version, Werkzeug's 8 or 16.
 *  @param algorithm the algorithm of a bare hexadecimal digest */
export function readWeakHash(text: string, algorithm?: HashAlgorithm): WeakHash | null {
  const ldap = LDAP.exec(text);
  if (ldap) return ldapHash(ldap[1] === "S", ldapDigests[ldap[2] ?? ""], ldap[3] ?? "");
  const salted = SALTED.exec(text);
  if (salted) {
    const [, digest = "", salt = "", value = ""] = salted;
    const isOfWerkzeug =
      digest === "sha256" || digest === "sha512" || WERKZEUG_SALTS.has(salt.length);
    const place = isOfWerkzeug ? "hmac" : "before";
    return weakHash(digest as WeakDigest, place, Buffer.from(salt), Buffer.from(value, "hex"));
  }
  const named = NAMED.exec(text);
  if (named) {
    const [, digest, place, salt = "", value = ""] = named;
    return weakHash(
      digest as WeakDigest,
      place as WeakHash["place"],
      Buffer.from(salt, "base64"),
      Buffer.from(value, "base64"),
    );
  }
  const isDigest = /^(md5|sha1|sha256|sha512)$/.test(algorithm ?? "");
  if (!isDigest || !/^[0-9a-fA-F]{32,128}$/.test(text)) return null;
  return weakHash(algorithm as WeakDigest, "before", none, Buffer.from(text, "hex"));
}

/** Returns a weak hash as text, the inverse of `readWeakHash`. */
export function weakForm({ digest, place, salt, value }: WeakHash): string {
  return `$weak-${digest}$${place}$${salt.toString("base64")}$${value.toString("base64")}`;
}

function ldapHash(isSalted: boolean, digest: WeakDigest | undefined, text: string) {
  if (!digest) return null;
  const bytes = Buffer.from(text, "base64");
  const length = { md5: 16, sha1: 20, sha256: 32, sha512: 64 }[digest];
  const salt = bytes.subarray(length);
  if (isSalted !== salt.length > 0) return null;
  return weakHash(digest, "behind", salt, bytes.subarray(0, length));
}
