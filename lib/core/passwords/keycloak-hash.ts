import { z } from "zod";
import { pbkdf2Form } from "@/lib/core/passwords/other-forms";

/** A credential of Keycloak's export; both parts are JSON texts within JSON. */
const Credential = z.object({ secretData: z.string(), credentialData: z.string() });
const Secret = z.object({ value: z.base64(), salt: z.base64() });
const first = (values: unknown) => (Array.isArray(values) ? values[0] : values);
const Data = z.object({
  hashIterations: z.int().min(1),
  algorithm: z.string(),
  additionalParameters: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((parameters) =>
      Object.fromEntries(
        Object.entries(parameters ?? {}).map(([key, value]) => [key, first(value)]),
      ),
    ),
});

const digests = {
  pbkdf2: "sha1",
  "pbkdf2-sha256": "sha256",
  "pbkdf2-sha512": "sha512",
} as const;

/** Returns a password hash of Keycloak in the stored form: PBKDF2, or argon2, which Keycloak uses since
 *  version 25.
 *  @param text the credential as its export has it
 *  @returns null when it is of no known form */
export function keycloakHash(text: string): string | null {
  const parsed = Credential.safeParse(json(text));
  if (!parsed.success) return null;
  const [secret, data] = [
    Secret.safeParse(json(parsed.data.secretData)),
    Data.safeParse(json(parsed.data.credentialData)),
  ];
  if (!secret.success || !data.success) return null;
  const [salt, key] = [secret.data.salt, secret.data.value].map((one) =>
    Buffer.from(one, "base64"),
  ) as [Buffer, Buffer];
  const { algorithm, hashIterations, additionalParameters } = data.data;
  if (algorithm === "argon2") return argon2Form(hashIterations, additionalParameters, salt, key);
  const digest = digests[algorithm as keyof typeof digests];
  return digest ? pbkdf2Form(digest, hashIterations, salt, key) : null;
}

function argon2Form(
  passes: number,
  { memory, parallelism, type, version }: Record<string, unknown>,
  salt: Buffer,
  key: Buffer,
): string | null {
  if (!["id", "i", "d"].includes(String(type))) return null;
  const versionNumber = version === "1.0" ? 16 : 19;
  const bare = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2${type}$v=${versionNumber}$m=${Number(memory)},t=${passes},p=${Number(parallelism)}$${bare(salt)}$${bare(key)}`;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
