import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  FIRST_DATA_KEY,
  KeyringLacksKey,
  type OpenedDataKey,
  onLackingKey,
  takeDataKeys,
} from "@/lib/kernel/crypto/keyring";
import { seal, unseal } from "@/lib/kernel/crypto/seal";
import { keyedHash } from "@/lib/kernel/crypto/secrets";

const first: OpenedDataKey = { id: FIRST_DATA_KEY, key: randomBytes(32), seals: true };
const second: OpenedDataKey = { id: 2, key: randomBytes(32), seals: true };

test("a sealed value opens for its own purpose and row only", () => {
  const sealed = seal("mail", "row-1", { code: "123456" });
  expect(unseal("mail", "row-1", sealed)).toEqual({ code: "123456" });
  expect(() => unseal("mail", "row-2", sealed)).toThrow();
  expect(() => unseal("keys", "row-1", sealed)).toThrow();
});

test("a sealed value reveals nothing of its content, and no two are alike", () => {
  const one = seal("mail", "row", "123456");
  expect(one.includes(Buffer.from("123456"))).toBe(false);
  expect(one.equals(seal("mail", "row", "123456"))).toBe(false);
});

test.each([[first], [second]])("an altered or shortened value does not open", (dataKey) => {
  takeDataKeys([
    { ...first, seals: dataKey === first },
    { ...second, seals: dataKey === second },
  ]);
  const sealed = seal("mail", "row", "value");
  for (const position of [0, 1, 4, 5, 9, 20, 26, sealed.length - 1]) {
    const altered = Buffer.from(sealed);
    altered[position] = (altered[position] ?? 0) ^ 1;
    expect(() => unseal("mail", "row", altered), String(position)).toThrow();
  }
  for (let length = 0; length < sealed.length; length++)
    expect(() => unseal("mail", "row", sealed.subarray(0, length)), String(length)).toThrow();
});

test("a value names the key that sealed it, and opens after another key is in force", () => {
  takeDataKeys([first]);
  const before = seal("mail", "row", "before");
  const hash = keyedHash("code", "123456");
  expect(before[0]).toBe(1);
  takeDataKeys([{ ...first, seals: false }, second]);
  const after = seal("mail", "row", "after");
  expect([...after.subarray(0, 5)]).toEqual([2, 0, 0, 0, 2]);
  expect(unseal("mail", "row", before)).toBe("before");
  expect(unseal("mail", "row", after)).toBe("after");
  // A stored hash can't be recomputed, so it survives every rotation of the keys.
  expect(keyedHash("code", "123456")).toEqual(hash);
});

test("a value with an unknown key has the keys read again", () => {
  takeDataKeys([{ ...first, seals: false }, second]);
  const sealed = seal("mail", "row", "value");
  takeDataKeys([first]);
  let reads = 0;
  onLackingKey(() => {
    reads += 1;
  });
  expect(() => unseal("mail", "row", sealed)).toThrow(KeyringLacksKey);
  expect(reads).toBe(1);
});

test("without keys nothing is sealed, opened or hashed", () => {
  takeDataKeys([first]);
  const sealed = seal("mail", "row", "value");
  takeDataKeys([]);
  expect(() => seal("mail", "row", "value")).toThrow(KeyringLacksKey);
  expect(() => unseal("mail", "row", sealed)).toThrow(KeyringLacksKey);
  expect(() => keyedHash("code", "123456")).toThrow(KeyringLacksKey);
});
