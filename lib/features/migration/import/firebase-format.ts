import { z } from "zod";
import { type FirebaseParameters, firebaseScrypt } from "@/lib/core/passwords/firebase-scrypt";
import {
  type ForeignUser,
  foreignFlag,
  foreignText,
  lineOf,
  statusOf,
} from "@/lib/features/migration/import/foreign-user";

const User = z.looseObject({
  localId: foreignText,
  email: foreignText,
  displayName: foreignText,
  emailVerified: foreignFlag,
  disabled: foreignFlag,
  passwordHash: foreignText,
  salt: foreignText,
});

const count = z.coerce.number().int().min(1).max(64);
const Parameters = z.looseObject({
  base64_signer_key: z.string().min(1),
  base64_salt_separator: z.string(),
  rounds: count,
  mem_cost: count,
});

const bytes = (text: string) => Buffer.from(text, "base64");

/** Parses a project's hash parameters from the Firebase console: its `hash_config { … }` or the same as
 *  JSON.
 *  @throws NotOfFormat if something is missing */
export function firebaseParameters(text: string): FirebaseParameters {
  const fields = [...text.matchAll(/"?(\w+)"?\s*:\s*"?([A-Za-z0-9+/=_-]*)"?/g)];
  const found = Parameters.parse(
    Object.fromEntries(fields.map(([, name, value]) => [name, value])),
  );
  return {
    signerKey: bytes(found.base64_signer_key),
    saltSeparator: bytes(found.base64_salt_separator),
    rounds: found.rounds,
    memCost: found.mem_cost,
  };
}

/** Converts a user from the output of `firebase auth:export`.
 *  @param project without it users are imported without passwords */
export function fromFirebase(project: FirebaseParameters | null): (value: unknown) => ForeignUser {
  return (value) => {
    const user = User.parse(value);
    const { passwordHash: hash, salt = "" } = user;
    const stored =
      project && hash ? firebaseScrypt(project, { salt: bytes(salt), hash: bytes(hash) }) : null;
    return lineOf({
      email: user.email,
      external_id: user.localId,
      display_name: user.displayName,
      status: statusOf(user.disabled),
      email_verified: user.emailVerified || undefined,
      // A hash that does not fit these parameters is reported as unreadable.
      password_hash: project && hash ? (stored ?? hash) : undefined,
    });
  };
}
