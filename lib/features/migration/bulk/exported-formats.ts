import { parsePbkdf2 } from "@/lib/core/passwords/imported-pbkdf2";
import { keycloakCredential } from "@/lib/core/passwords/keycloak-credential";
import type { ExportedUser } from "@/lib/features/migration/bulk/exported-user-store";

/** A user in the words of one system. */
export interface FormattedUser {
  text: string;
  /** How much of what is stored has no words in the format and was left out. */
  left: LeftOut;
}

/** What no format says more of than is stored: a hash that the system can't verify by itself, an address that it would take for
 *  proved, and memberships. */
export type LeftOut = Record<(typeof leftOut)[number], number>;
export const leftOut = ["hashes", "addresses", "memberships"] as const;

const CSV_COLUMNS = [
  ...["email", "external_id", "display_name", "locale", "email_verified", "password_hash"],
  "memberships",
];

/** How a system's file is written around its users. */
export interface ExportFormat {
  before: string;
  between: string;
  after: string;
  user(user: ExportedUser): FormattedUser;
}

const inJson = (
  before: string,
  after: string,
  of: (user: ExportedUser) => Fields,
): ExportFormat => ({
  before,
  between: before === "" ? "\n" : ",\n",
  after,
  user: (one) => {
    const { hash, ...fields } = of(one);
    return {
      text: JSON.stringify(given({ ...fields, ...hash })),
      left: {
        hashes: one.passwordHash !== null && !hash ? 1 : 0,
        addresses: "primaryEmail" in fields && !fields.primaryEmail ? 1 : 0,
        memberships: one.membershipCount,
      },
    };
  },
});

/** What a system calls the parts of a user; `hash` is null where it takes none, or not this one. */
type Fields = Record<string, unknown> & { hash: Record<string, unknown> | null };

const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));

const isArgon2 = (hash: string | null) => /^\$argon2(id|i|d)\$/.test(hash ?? "");
const isBcrypt = (hash: string | null) => /^\$2[aby]\$/.test(hash ?? "");

/** The files that users can leave in, beside NDJSON: those that an import reads. What users belong to has no words that systems
 *  share, so memberships come along in NDJSON and CSV alone. */
export const exportFormats = {
  csv: {
    before: `${CSV_COLUMNS.join(",")}\n`,
    between: "\n",
    after: "\n",
    user: (one) => ({ text: csvRecord(one), left: onlyUntold(one) }),
  },
  auth0: inJson(
    "[\n",
    "\n]\n",
    ({ email, externalId, displayName, emailVerified, passwordHash }) => ({
      ...{ email, user_id: externalId, name: displayName, email_verified: emailVerified },
      hash: auth0Hash(passwordHash),
    }),
  ),
  keycloak: inJson(
    '{"users":[\n',
    "\n]}\n",
    ({ id, email, externalId, displayName, emailVerified, passwordHash }) => {
      const credential = passwordHash === null ? null : keycloakCredential(passwordHash);
      return {
        ...{ id: externalId ?? id, username: email, email, enabled: true },
        ...{ firstName: displayName, emailVerified },
        hash: credential && { credentials: [credential] },
      };
    },
  ),
  // Firebase takes none of the hashes that are stored here, and Cognito none at all.
  firebase: inJson(
    '{"users":[\n',
    "\n]}\n",
    ({ id, email, externalId, displayName, emailVerified }) => ({
      ...{ localId: externalId ?? id, email, displayName, emailVerified },
      hash: null,
    }),
  ),
  cognito: inJson(
    '{"Users":[\n',
    "\n]}\n",
    ({ id, email, externalId, displayName, emailVerified }) => ({
      Username: externalId ?? id,
      Attributes: Object.entries(
        given({
          sub: externalId ?? id,
          email,
          email_verified: String(emailVerified),
          name: displayName,
        }),
      ).map(([Name, Value]) => ({ Name, Value })),
      Enabled: true,
      hash: null,
    }),
  ),
  // Logto verifies an address before it is the primary one.
  logto: inJson(
    "",
    "\n",
    ({ id, email, externalId, displayName, emailVerified, passwordHash }) => ({
      ...{ id: externalId ?? id, primaryEmail: emailVerified ? email : null },
      ...{ name: displayName, isSuspended: false },
      hash: logtoHash(passwordHash),
    }),
  ),
  "better-auth": inJson(
    "",
    "\n",
    ({ id, email, externalId, displayName, emailVerified, passwordHash }) => ({
      ...{ id: externalId ?? id, email, name: displayName, emailVerified },
      // As somebody reads it who verifies argon2 there; what is wrapped is this service's own.
      hash: isArgon2(passwordHash) || isBcrypt(passwordHash) ? { password: passwordHash } : null,
    }),
  ),
} satisfies Record<string, ExportFormat>;

/** What a file that has words for everything leaves out all the same. */
export const onlyUntold = ({ membershipCount, memberships }: ExportedUser): LeftOut => ({
  ...{ hashes: 0, addresses: 0 },
  memberships: membershipCount - memberships.length,
});

/** As Auth0's imports take hashes: argon2 and bcrypt as they are written, PBKDF2 as a PHC string. */
function auth0Hash(hash: string | null): Record<string, unknown> | null {
  const custom = (algorithm: string, value: string | null) => ({
    custom_password_hash: { algorithm, hash: { value, encoding: "utf8" } },
  });
  if (isArgon2(hash)) return custom("argon2", hash);
  if (isBcrypt(hash)) return custom("bcrypt", hash);
  const pbkdf2 = parsePbkdf2(hash ?? "");
  if (!pbkdf2) return null;
  const { digest, iterations, salt, key } = pbkdf2;
  const bare = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return custom(
    "pbkdf2",
    `$pbkdf2-${digest}$i=${iterations},l=${key.length}$${bare(salt)}$${bare(key)}`,
  );
}

function logtoHash(hash: string | null): Record<string, unknown> | null {
  const [, variant] = /^\$argon2(id|i|d)\$/.exec(hash ?? "") ?? [];
  const method = variant ? `Argon2${variant}` : isBcrypt(hash) ? "Bcrypt" : null;
  if (!method) return null;
  return { passwordEncrypted: hash, passwordEncryptionMethod: method };
}

/** A record by RFC 4180, as an import reads it: places as `organization:role`, parted by semicolons. */
function csvRecord(user: ExportedUser): string {
  const { email, externalId, displayName, locale, emailVerified, passwordHash, memberships } = user;
  const places = memberships.map(({ organization, role }) => `${organization}:${role}`).join(";");
  return [email, externalId, displayName, locale, String(emailVerified), passwordHash, places]
    .map((field) => (/[",\r\n]/.test(field ?? "") ? `"${field?.replaceAll('"', '""')}"` : field))
    .join(",");
}
