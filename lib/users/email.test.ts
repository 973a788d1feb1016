import fc from "fast-check";
import { expect, test } from "vitest";
import { maskEmail, parseEmail } from "@/lib/users/email";

test("addresses are compared without regard to case and kept as written", () => {
  expect(parseEmail("Ada@Example.COM")).toEqual({
    email: "Ada@Example.COM",
    emailKey: "ada@example.com",
  });
});

test("nothing but printable ASCII is ever an address", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const candidate of [
        text,
        `${text}@example.com`,
        `ada@${text}.com`,
        `ada@x.com${text}`,
      ]) {
        const parsed = parseEmail(candidate);
        if (parsed) expect(parsed.email).toMatch(/^[\x21-\x7e]+$/);
      }
    }),
  );
});

test("an address longer than 254 characters is none", () => {
  expect(
    parseEmail(`${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(65)}.com`),
  ).toBeNull();
});

test("a masked address keeps its first letter and its domain", () => {
  expect(maskEmail("mara@example.com")).toBe("m•••@example.com");
  expect(maskEmail("m@example.com")).toBe("m••@example.com");
});
