import { z } from "zod";
import { weakForm } from "@/lib/core/passwords/weak-forms";
import { type SaltPlace, type WeakDigest, weakHash } from "@/lib/core/passwords/wrapped-hash";
import {
  type ForeignUser,
  foreignFlag,
  foreignText,
  lineOf,
  statusOf,
} from "@/lib/features/migration/import/foreign-user";

const Encoded = z.object({ value: z.string(), encoding: z.string().optional() });
const User = z.looseObject({
  user_id: foreignText,
  _id: z.union([z.string(), z.looseObject({ $oid: z.string() })]).optional(),
  email: foreignText,
  name: foreignText,
  email_verified: foreignFlag,
  blocked: foreignFlag,
  passwordHash: foreignText,
  password_hash: foreignText,
  custom_password_hash: z
    .looseObject({
      algorithm: z.string(),
      hash: Encoded,
      salt: Encoded.extend({ position: z.string().optional() }).optional(),
    })
    .nullish(),
});

/** Converts a user exported from Auth0: by its support with hashes (bcrypt), by the extension without them,
 *  or in the form of Auth0's own imports (`custom_password_hash`). */
export function fromAuth0(value: unknown): ForeignUser {
  const user = User.parse(value);
  const oid = typeof user._id === "string" ? user._id : user._id?.$oid;
  return lineOf({
    email: user.email,
    external_id: user.user_id ?? (oid && `auth0|${oid}`),
    display_name: user.name,
    status: statusOf(user.blocked),
    email_verified: user.email_verified || undefined,
    password_hash: user.passwordHash ?? user.password_hash ?? customHash(user.custom_password_hash),
  });
}

type Custom = NonNullable<z.output<typeof User>["custom_password_hash"]>;

function customHash(custom: Custom | null | undefined): string | undefined {
  if (!custom) return;
  const { algorithm, hash, salt } = custom;
  if (!/^(md5|sha1|sha256|sha512)$/.test(algorithm)) return hash.value;
  const place: SaltPlace = salt?.position === "suffix" ? "behind" : "before";
  const weak = weakHash(
    algorithm as WeakDigest,
    place,
    bytesOf(salt, "utf8"),
    bytesOf(hash, "hex"),
  );
  // A digest of another length is reported by its actual form when the hash is parsed.
  return weak ? weakForm(weak) : hash.value;
}

function bytesOf(encoded: z.output<typeof Encoded> | undefined, usual: BufferEncoding): Buffer {
  if (!encoded) return Buffer.alloc(0);
  const named = encoded.encoding ?? usual;
  return Buffer.from(encoded.value, Buffer.isEncoding(named) ? named : usual);
}
