import { expect, test } from "vitest";
import {
  hashSecret,
  isOneOfTwoHashes,
  keyedHash,
  newCode,
  newSecret,
  secretHint,
} from "@/lib/kernel/crypto/secrets";

test("a secret has 256 random bits after its prefix and shows four characters afterwards", () => {
  const secret = newSecret("as_");
  expect(secret).toMatch(/^as_[A-Za-z0-9_-]{43}$/);
  expect(secret).not.toBe(newSecret("as_"));
  expect(secretHint(secret)).toBe(`…${secret.slice(-4)}`);
});

test("a presented secret matches any of the live hashes, and none when there are none", () => {
  const [one, two] = [newSecret("as_"), newSecret("as_")];
  const live = [hashSecret(one), hashSecret(two)];
  expect(isOneOfTwoHashes(hashSecret(one), live)).toBe(true);
  expect(isOneOfTwoHashes(hashSecret(two), live)).toBe(true);
  expect(isOneOfTwoHashes(hashSecret(newSecret("as_")), live)).toBe(false);
  expect(isOneOfTwoHashes(hashSecret(one), [])).toBe(false);
});

test("a keyed hash depends on its purpose and on the boundaries of its parts", () => {
  const hash = keyedHash("code", "a", "bc").toString("hex");
  expect(keyedHash("code", "ab", "c").toString("hex")).not.toBe(hash);
  expect(keyedHash("address", "a", "bc").toString("hex")).not.toBe(hash);
  expect(keyedHash("code", "a", "bc").toString("hex")).toBe(hash);
});

test("a code has exactly its number of digits, leading zeros included", () => {
  for (let i = 0; i < 200; i++) expect(newCode(6)).toMatch(/^\d{6}$/);
});
