import { parsePbkdf2 } from "@/lib/core/passwords/imported-pbkdf2";

const ARGON2_PARTS =
  /^\$argon2(id|i|d)\$v=(16|19)\$((?:[mtp]=\d+,){2}[mtp]=\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const names = { sha1: "pbkdf2", sha256: "pbkdf2-sha256", sha512: "pbkdf2-sha512" } as const;

/** Returns a stored hash as a Keycloak credential, for the import of a realm or of a user: the inverse of
 *  `keycloakHash`.
 *  @returns null for a hash that Keycloak can't verify by itself: it supports PBKDF2 and argon2 */
export function keycloakCredential(
  stored: string,
): { type: "password"; secretData: string; credentialData: string } | null {
  const argon2 = ARGON2_PARTS.exec(stored);
  if (argon2) {
    const [, type, version, costs = "", salt = "", key = ""] = argon2;
    const { m, t, p } = Object.fromEntries(costs.split(",").map((cost) => cost.split("=")));
    return credential(
      "argon2",
      Number(t),
      Buffer.from(salt, "base64"),
      Buffer.from(key, "base64"),
      {
        hashLength: [String(Buffer.from(key, "base64").length)],
        memory: [String(m)],
        type: [type ?? "id"],
        version: [version === "16" ? "1.0" : "1.3"],
        parallelism: [String(p)],
      },
    );
  }
  const pbkdf2 = parsePbkdf2(stored);
  if (!pbkdf2) return null;
  const { digest, iterations, salt, key } = pbkdf2;
  return credential(names[digest], iterations, salt, key, {});
}

function credential(
  algorithm: string,
  hashIterations: number,
  salt: Buffer,
  key: Buffer,
  additionalParameters: Record<string, string[]>,
) {
  const [value, saltText] = [key.toString("base64"), salt.toString("base64")];
  return {
    type: "password" as const,
    secretData: JSON.stringify({ value, salt: saltText, additionalParameters: {} }),
    credentialData: JSON.stringify({ hashIterations, algorithm, additionalParameters }),
  };
}
