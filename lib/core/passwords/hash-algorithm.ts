/** Algorithms that a hash can be declared as. Most hashes name their own; a bare digest does not. */
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
