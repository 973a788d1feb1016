import type { HashAlgorithm } from "@/lib/core/passwords/hash-algorithm";
import { IMPORTED_COST_BOUNDS, importedCostProblem } from "@/lib/core/passwords/imported-cost";
import { IMPORTABLE_HASH } from "@/lib/core/passwords/imported-hash";
import { keycloakHash } from "@/lib/core/passwords/keycloak-hash";
import { aspNetIdentityHash, werkzeugHash } from "@/lib/core/passwords/other-forms";
import { readWeakHash } from "@/lib/core/passwords/weak-forms";
import { parseWrapped, type WeakHash } from "@/lib/core/passwords/wrapped-hash";

/** A hash that another system made: `stored` in a form that can be verified unchanged, or a weak one,
 *  which must be wrapped before it is stored. */
export type BroughtHash = { stored: string } | { weak: WeakHash } | { problem: string };

/** Maximum length of a hash in characters: Keycloak's JSON is the longest. */
export const LONGEST_HASH = 1024;

/** Accepted formats in words, for the API description and error messages. */
export const TAKEN_HASHES = `argon2 (all variants), bcrypt, scrypt (PHC, Werkzeug, and Firebase as the command line writes it), PBKDF2 (PHC, passlib, Django, Werkzeug, Keycloak's JSON, ASP.NET Identity), and salted or bare MD5, SHA-1, SHA-256 and SHA-512 (RFC 2307's {SSHA}, Django, Werkzeug, hexadecimal with password_algorithm), which are stored only inside argon2id. ${IMPORTED_COST_BOUNDS}`;

/** Reads a hash that another system made.
 *  @param algorithm its declared algorithm; a hash of another one is refused */
export function readBroughtHash(text: string, algorithm?: HashAlgorithm): BroughtHash {
  if (text.length > LONGEST_HASH) return { problem: "is longer than any hash that is known here" };
  const canonical = canonicalForm(text);
  if (canonical !== null) {
    const actual = algorithmOf(canonical);
    if (algorithm !== undefined && actual !== null && algorithm !== actual)
      return { problem: `is ${actual}, and not ${algorithm}` };
    const problem = importedCostProblem(canonical);
    return problem === null ? { stored: canonical } : { problem };
  }
  const weak = readWeakHash(text, algorithm);
  if (weak === null) return { problem: "is in no format that can be imported" };
  if (algorithm !== undefined && algorithm !== weak.digest)
    return { problem: `is ${weak.digest}, and not ${algorithm}` };
  return { weak };
}

function canonicalForm(text: string): string | null {
  if (text.startsWith("{")) return keycloakHash(text);
  // Another installation of Atrium has wrapped it already.
  if (parseWrapped(text)) return text;
  // Before version 1.3 argon2 named no version.
  const versioned = text.replace(/^(\$argon2(?:id|i|d))\$m=/, "$1$v=16$m=");
  if (IMPORTABLE_HASH.test(versioned)) return versioned;
  return werkzeugHash(text) ?? aspNetIdentityHash(text);
}

/** Returns the algorithm; null for a wrapped hash, which may be declared as its inner algorithm. */
function algorithmOf(canonical: string): HashAlgorithm | null {
  if (parseWrapped(canonical)) return null;
  if (canonical.startsWith("$2")) return "bcrypt";
  if (canonical.startsWith("$argon2")) return "argon2";
  return /^\$(firebase-)?scrypt\$/.test(canonical) ? "scrypt" : "pbkdf2";
}
