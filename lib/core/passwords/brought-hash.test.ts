import { expect, test } from "vitest";
import { readBroughtHash } from "@/lib/core/passwords/brought-hash";
import { firebaseScrypt } from "@/lib/core/passwords/firebase-scrypt";
import type { HashAlgorithm } from "@/lib/core/passwords/hash-algorithm";
import { betterAuthHash } from "@/lib/core/passwords/other-forms";
import { verifyPassword, wrapHash } from "@/lib/core/passwords/password-hash";
import { readWeakHash, weakForm } from "@/lib/core/passwords/weak-forms";
import vectors from "@/tests/hashes/hashes.json" with { type: "json" };

const acme = { tenantId: "acme" };
const { password, hashes, bare, firebase, betterAuth, aspNet } = vectors;
const bytes = (text: string) => Buffer.from(text, "base64");

const project = {
  signerKey: bytes(firebase.project.signerKey),
  saltSeparator: bytes(firebase.project.saltSeparator),
  rounds: firebase.project.rounds,
  memCost: firebase.project.memCost,
};
const ofFirebase = (salt = firebase.salt) =>
  firebaseScrypt(project, { salt: bytes(salt), hash: bytes(firebase.hash) }) ?? "";

/** Returns the stored form of a hash. */
async function storedForm(hash: string): Promise<string> {
  const read = readBroughtHash(hash);
  if ("problem" in read) throw new Error(read.problem);
  return "stored" in read ? read.stored : wrapHash(acme, read.weak);
}

test.each([
  ...Object.entries(hashes).map((one) => [...one, password] as const),
  ["scrypt of better-auth", betterAuthHash(betterAuth) ?? "", password] as const,
  ["scrypt of Firebase", ofFirebase(), password] as const,
  ...Object.entries(aspNet.hashes).map(
    ([name, hash]) => [`ASP.NET Core Identity ${name}`, hash, aspNet.password] as const,
  ),
])("%s verifies, and is replaced once the password is right", async (_, hash, right) => {
  const stored = await storedForm(hash);
  expect(await verifyPassword(acme, stored, right)).toMatchObject({ correct: true });
  expect(await verifyPassword(acme, stored, right)).toMatchObject({ rehash: true });
  expect(await verifyPassword(acme, stored, `${right}.`)).toMatchObject({ correct: false });
});

test.each(Object.entries(bare))(
  "a bare %s digest verifies once its algorithm is named",
  async (name, hash) => {
    const read = readBroughtHash(hash, name as HashAlgorithm);
    if (!("weak" in read)) throw new Error("it is not taken as a weak hash");
    const stored = await wrapHash(acme, read.weak);
    expect(await verifyPassword(acme, stored, password)).toMatchObject({ correct: true });
    expect(await verifyPassword(acme, stored, `${password}.`)).toMatchObject({ correct: false });
  },
);

test("nothing of Firebase's signer key is stored, and another salt is another hash", async () => {
  expect(ofFirebase()).not.toContain(firebase.project.signerKey.slice(0, 20));
  const other = ofFirebase(Buffer.from("another").toString("base64"));
  expect(await verifyPassword(acme, other, password)).toMatchObject({ correct: false });
});

test.each(Object.entries(hashes).filter(([, hash]) => "weak" in readBroughtHash(hash)))(
  "%s is stored only inside argon2id",
  async (_, hash) => {
    const weak = readWeakHash(hash);
    if (!weak) throw new Error("unreachable: it is weak");
    expect(readWeakHash(weakForm(weak))).toEqual(weak);
    const stored = await wrapHash(acme, weak);
    expect(stored).toMatch(/^\$wrapped-\w+\$\w+\$[^$]*\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    for (const form of ["base64", "hex"] as const)
      expect(stored).not.toContain(weak.value.toString(form).slice(0, 16));
  },
);

test("the same weak hash of the same user is wrapped the same way", async () => {
  const weak = readWeakHash(hashes["{SSHA} by passlib"]);
  if (!weak) throw new Error("unreachable: it is weak");
  const salt = Buffer.alloc(16, 7);
  expect(await wrapHash(acme, weak, salt)).toBe(await wrapHash(acme, weak, salt));
  expect(await wrapHash(acme, weak)).not.toBe(await wrapHash(acme, weak));
});

test("a bare digest is accepted only with the name of its algorithm", () => {
  const md5 = "5f4dcc3b5aa765d61d8327deb882cf99";
  expect(readBroughtHash(md5)).toHaveProperty("problem");
  expect(readBroughtHash(md5, "md5")).toMatchObject({ weak: { digest: "md5" } });
  expect(readBroughtHash(md5, "sha1")).toHaveProperty("problem");
});

test("a hash of another algorithm than declared is refused", () => {
  expect(readBroughtHash(hashes["bcrypt by bcrypt"], "argon2")).toEqual({
    problem: "is bcrypt, and not argon2",
  });
});

test.each([
  ["argon2", "$argon2d$v=19$m=4194304,t=2,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"],
  [
    "argon2",
    "$wrapped-md5$before$$argon2id$v=19$m=262144,t=10,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
  ],
  ["scrypt", `$firebase-scrypt$ln=20,r=8,p=1$AAAA$${"A".repeat(86)}`],
  ["scrypt", "scrypt:1048576:8:1$abcdefgh$00000000000000000000000000000000"],
  ["PBKDF2", "pbkdf2:sha256:9000000$abcdefgh$00000000000000000000000000000000"],
])("%s that costs more than a sign-in may is refused", (name, hash) => {
  expect(readBroughtHash(hash)).toHaveProperty("problem", expect.stringContaining(name));
});
