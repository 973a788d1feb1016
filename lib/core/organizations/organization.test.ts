import fc from "fast-check";
import { expect, test } from "vitest";
import { SLUG_MAX_LENGTH, slugOf } from "@/lib/core/organizations/organization";

test("a slug is the name's letters without diacritics", () => {
  expect(slugOf("Ünïted Brötchen & Co.")).toBe("united-brotchen-co");
  expect(slugOf("  Initech  ")).toBe("initech");
});

test("a name without Latin letters or digits gets a neutral word", () => {
  expect(slugOf("株式会社")).toBe("organization");
  expect(slugOf("!!!")).toBe("organization");
});

test("every name gives a slug that the API accepts, with room for a suffix", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
      const slug = slugOf(name);
      expect(slug).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/);
      expect(`${slug}-abcdef`.length).toBeLessThanOrEqual(SLUG_MAX_LENGTH);
    }),
  );
});
