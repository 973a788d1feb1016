import { expect, test } from "vitest";
import { findFrequentHash } from "@/lib/core/users/imported-hash-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

const key = (letter: string) => letter.repeat(53);
const bcrypt = (cost: number, letter: string) => `$2b$${cost}$${key(letter)}`;
const wrapped = `$wrapped-md5$before$$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${key("B")}`;

test("the most frequent kind counts its costs, and none of our own hashes", async () => {
  const acme = await aTenant();
  const frequent = () => inBatch(acme, findFrequentHash);
  await aUser(acme);
  await aUser(acme, { password: null });
  for (let number = 0; number < 3; number++) await aUser(acme, { passwordHash: wrapped });
  expect(await frequent()).toBeNull();
  await aUser(acme, { passwordHash: bcrypt(12, "c") });
  expect(await frequent()).toBe(bcrypt(12, "c"));
  for (const letter of ["d", "e"]) await aUser(acme, { passwordHash: bcrypt(10, letter) });
  expect(await frequent()).toBe(bcrypt(10, "d"));
  for (const letter of ["f", "g", "h"])
    await aUser(acme, { passwordHash: `$scrypt$ln=15,r=8,p=1$${key(letter)}$${key(letter)}` });
  expect(await frequent()).toMatch(/^\$scrypt\$ln=15,/);
  expect(await inBatch(await aTenant(), findFrequentHash)).toBeNull();
});
