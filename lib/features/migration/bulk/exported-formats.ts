import { parsePbkdf2 } from "@/lib/core/passwords/imported-pbkdf2";
import { keycloakCredential } from "@/lib/core/passwords/keycloak-credential";
import { profileColumns } from "@/lib/core/users/fields";
import type { ExportedUser } from "@/lib/features/migration/bulk/exported-user-store";
import { lineFields } from "@/lib/features/migration/contract/user-import";
import { presentFields } from "@/lib/features/migration/import/foreign-user";

/** A user in the format of another system. */
export interface FormattedUser {
  text: string;
  /** Number of stored values that the format cannot express. */
  left: LeftOut;
}

/** Data that a format may leave out: hashes that the system cannot verify, addresses that it would take as
 *  verified, and memberships. */
export type LeftOut = Record<(typeof leftOut)[number], number>;
export const leftOut = ["hashes", "addresses", "memberships"] as const;

/** Exported users are active, and their hashes name the algorithm. */
const csvColumns = lineFields.filter((name) => !/^(status|password_algorithm)$/.test(name));

/** Text around the users of a system's file. */
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
      text: JSON.stringify(presentFields({ ...fields, ...hash })),
      left: {
        hashes: one.passwordHash !== null && !hash ? 1 : 0,
        addresses: "primaryEmail" in fields && !fields.primaryEmail ? 1 : 0,
        memberships: one.membershipCount,
      },
    };
  },
});

/** Fields of a user in a system's format; `hash` is null if the system does not accept hashes, or not this
 *  one. */
type Fields = Record<string, unknown> & { hash: Record<string, unknown> | null };

const isArgon2 = (hash: string | null) => /^\$argon2(id|i|d)\$/.test(hash ?? "");
const isBcrypt = (hash: string | null) => /^\$2[aby]\$/.test(hash ?? "");

/** File formats of exports, beside NDJSON: those that an import reads. No system has a form for
 *  memberships, so that only NDJSON and CSV include them. */
export const exportFormats = {
  csv: {
    before: `${csvColumns.join(",")}\n`,
    between: "\n",
    after: "\n",
    user: (one) => ({ text: csvRecord(one), left: omittedMemberships(one) }),
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
  // Firebase accepts none of the stored kinds of hashes, and Cognito no hashes at all.
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
        presentFields({
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
  // Logto verifies an address before making it the primary one.
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
      // In the standard form of argon2 and bcrypt. Wrapped hashes can be verified only by this service.
      hash: isArgon2(passwordHash) || isBcrypt(passwordHash) ? { password: passwordHash } : null,
    }),
  ),
} satisfies Record<string, ExportFormat>;

/** Data left out by a format that can express everything: memberships without a slug and key. */
export const omittedMemberships = ({ membershipCount, memberships }: ExportedUser): LeftOut => ({
  ...{ hashes: 0, addresses: 0 },
  memberships: membershipCount - memberships.length,
});

/** Hash in the form of Auth0's imports: argon2 and bcrypt unchanged, PBKDF2 as a PHC string. */
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

/** A CSV record (RFC 4180) that an import can read: memberships as `organization:role`, separated by
 *  semicolons. */
function csvRecord(user: ExportedUser): string {
  const fields: Record<string, string | null> = {
    email: user.email,
    ...profileColumns(user),
    email_verified: String(user.emailVerified),
    password_hash: user.passwordHash,
    memberships: user.memberships
      .map(({ organization, role }) => `${organization}:${role}`)
      .join(";"),
  };
  return csvColumns
    .map((name) => fields[name] ?? "")
    .map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(",");
}
