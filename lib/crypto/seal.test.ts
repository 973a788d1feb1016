import { expect, test } from "vitest";
import { seal, unseal } from "@/lib/crypto/seal";

test("a sealed value opens for its own purpose and row only", () => {
  const sealed = seal("mail", "row-1", { code: "123456" });
  expect(unseal("mail", "row-1", sealed)).toEqual({ code: "123456" });
  expect(() => unseal("mail", "row-2", sealed)).toThrow();
  expect(() => unseal("keys", "row-1", sealed)).toThrow();
});

test("a sealed value shows nothing of what is in it, and no two are alike", () => {
  const one = seal("mail", "row", "123456");
  expect(one.includes(Buffer.from("123456"))).toBe(false);
  expect(one.equals(seal("mail", "row", "123456"))).toBe(false);
});

test("an altered value does not open", () => {
  const sealed = seal("mail", "row", "value");
  for (const position of [0, 5, 20, sealed.length - 1]) {
    const altered = Buffer.from(sealed);
    altered[position] = (altered[position] ?? 0) ^ 1;
    expect(() => unseal("mail", "row", altered)).toThrow();
  }
});
