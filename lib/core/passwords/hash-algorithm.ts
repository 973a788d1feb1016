/** What a hash can be said to be. Most say so themselves; a bare digest does not. */
export const hashAlgorithms = [
  "argon2",
  "bcrypt",
  "scrypt",
  "pbkdf2",
  "md5",
  "sha1",
  "sha256",
  "sha512",
] as const;
export type HashAlgorithm = (typeof hashAlgorithms)[number];
