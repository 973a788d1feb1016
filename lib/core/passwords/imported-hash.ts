import { argon2Verify } from "@/lib/core/passwords/argon2";
import { ARGON2 } from "@/lib/core/passwords/argon2-parameters";
import {
  FIREBASE_SCRYPT,
  parseFirebaseScrypt,
  verifyFirebaseScrypt,
} from "@/lib/core/passwords/firebase-scrypt";
import { BCRYPT, verifyBcrypt } from "@/lib/core/passwords/imported-bcrypt";
import {
  PBKDF2_DJANGO,
  PBKDF2_MODULAR,
  parsePbkdf2,
  verifyPbkdf2,
} from "@/lib/core/passwords/imported-pbkdf2";
import { parseScrypt, SCRYPT, verifyScrypt } from "@/lib/core/passwords/imported-scrypt";
import { parseWrapped, weakDigest } from "@/lib/core/passwords/wrapped-hash";

/** Formats in which an imported hash is stored and verified. Other systems' formats are converted to one
 *  of them (lib/core/passwords/brought-hash). The expression has no flags, because the API description
 *  contains it. */
export const IMPORTABLE_HASH = new RegExp(
  [ARGON2, BCRYPT, SCRYPT, FIREBASE_SCRYPT, PBKDF2_MODULAR, PBKDF2_DJANGO]
    .map(({ source }) => source)
    .join("|"),
);

/** Whether a stored hash of any form is this text's. */
export async function isHashOf(stored: string, text: string): Promise<boolean> {
  const wrapped = parseWrapped(stored);
  if (wrapped)
    return argon2Verify(wrapped.argon2, weakDigest(wrapped.weak, text).toString("base64"));
  if (ARGON2.test(stored)) return argon2Verify(stored, text);
  if (BCRYPT.test(stored)) return verifyBcrypt(stored, text);
  const scrypt = parseScrypt(stored);
  if (scrypt) return verifyScrypt(scrypt, text);
  const firebase = parseFirebaseScrypt(stored);
  if (firebase) return verifyFirebaseScrypt(firebase, text);
  const pbkdf2 = parsePbkdf2(stored);
  return pbkdf2 !== null && verifyPbkdf2(pbkdf2, text);
}
