import { z } from "zod";
import { betterAuthHash } from "@/lib/core/passwords/other-forms";
import {
  type ForeignUser,
  foreignFlag,
  foreignText,
  lineOf,
  statusOf,
} from "@/lib/features/migration/import/foreign-user";

const BetterAuthUser = z.looseObject({
  id: foreignText,
  email: foreignText,
  name: foreignText,
  emailVerified: foreignFlag,
  banned: foreignFlag,
  password: foreignText,
});

/** Converts a row of better-auth's table `user`, with the password of its account. */
export function fromBetterAuth(value: unknown): ForeignUser {
  const user = BetterAuthUser.parse(value);
  const { password } = user;
  return lineOf({
    email: user.email,
    external_id: user.id,
    display_name: user.name,
    status: statusOf(user.banned),
    email_verified: user.emailVerified || undefined,
    password_hash: password && (betterAuthHash(password) ?? password),
  });
}

const LogtoUser = z.looseObject({
  id: foreignText,
  primaryEmail: foreignText,
  name: foreignText,
  isSuspended: foreignFlag,
  passwordEncrypted: foreignText,
  passwordEncryptionMethod: foreignText,
});

/** Converts a row of Logto's table `users`, its columns in camelCase. Logto verifies an address before
 *  making it the primary one. */
export function fromLogto(value: unknown): ForeignUser {
  const user = LogtoUser.parse(value);
  const method = user.passwordEncryptionMethod?.toLowerCase() ?? "";
  const bare = /^(md5|sha1|sha256)$/.test(method);
  return lineOf({
    email: user.primaryEmail,
    external_id: user.id,
    display_name: user.name,
    status: statusOf(user.isSuspended),
    email_verified: user.primaryEmail ? true : undefined,
    password_hash: user.passwordEncrypted,
    password_algorithm: bare && user.passwordEncrypted ? method : undefined,
  });
}

/** Converts a record of a CSV file whose columns have the names of a line's fields. Memberships are
 *  `organization:role`, separated by semicolons. Empty fields are absent. */
export function fromCsv(record: Record<string, string>): ForeignUser {
  const { memberships, email_verified, ...texts } = record;
  const present = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ""));
  const verified = /^(true|false)$/i.test(email_verified ?? "")
    ? email_verified?.toLowerCase() === "true"
    : email_verified || undefined;
  return lineOf({
    ...present,
    email_verified: verified,
    memberships: memberships
      ?.split(";")
      .filter(Boolean)
      .map((place) => {
        const at = place.lastIndexOf(":");
        return { organization: place.slice(0, Math.max(0, at)), role: place.slice(at + 1) };
      }),
  });
}
