import { ARGON2, isBearableArgon2 } from "@/lib/passwords/argon2-parameters";
import {
  FIREBASE_SCRYPT,
  parseFirebaseScrypt,
  verifyFirebaseScrypt,
} from "@/lib/passwords/firebase-scrypt";
import { BCRYPT, isBearableBcrypt, verifyBcrypt } from "@/lib/passwords/imported-bcrypt";
import {
  PBKDF2_DJANGO,
  PBKDF2_MODULAR,
  parsePbkdf2,
  verifyPbkdf2,
} from "@/lib/passwords/imported-pbkdf2";
import { parseScrypt, SCRYPT, verifyScrypt } from "@/lib/passwords/imported-scrypt";

/** The forms in which a hash that was brought along is stored and verified. What else other systems write becomes one of
 *  them (lib/passwords/brought-hash). Without flags, because the description carries it. */
export const IMPORTABLE_HASH = new RegExp(
  [ARGON2, BCRYPT, SCRYPT, FIREBASE_SCRYPT, PBKDF2_MODULAR, PBKDF2_DJANGO]
    .map(({ source }) => source)
    .join("|"),
);

/** Whether a hash that another system made can be brought along with a user: argon2 and scrypt as PHC
 *  strings, bcrypt (`$2a$`, `$2b$`, `$2y$`), and PBKDF2 as passlib, Django or a PHC string write it. One that
 *  asks for an absurd cost is refused, because each sign-in with it would pay that cost. */
export function isImportableHash(hash: string): boolean {
  if (hash.length > 512) return false;
  return (
    isBearableArgon2(hash) ||
    isBearableBcrypt(hash) ||
    parseScrypt(hash) !== null ||
    parseFirebaseScrypt(hash) !== null ||
    parsePbkdf2(hash) !== null
  );
}

/** Whether one of the spellings of a password is what an imported hash was made of. Argon2 hashes need no
 *  other way than the service's own. */
export async function verifyImportedHash(hash: string, spellings: string[]): Promise<boolean> {
  for (const spelling of new Set(spellings)) if (await matches(hash, spelling)) return true;
  return false;
}

async function matches(hash: string, password: string): Promise<boolean> {
  if (isBearableBcrypt(hash)) return verifyBcrypt(hash, password);
  const scrypt = parseScrypt(hash);
  if (scrypt) return verifyScrypt(scrypt, password);
  const firebase = parseFirebaseScrypt(hash);
  if (firebase) return verifyFirebaseScrypt(firebase, password);
  const pbkdf2 = parsePbkdf2(hash);
  return pbkdf2 !== null && verifyPbkdf2(pbkdf2, password);
}
