import fc from "fast-check";
import { expect, test } from "vitest";
import { brandPalette, contrastOf } from "@/lib/core/branding/brand-color";

const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("buttons and links stay readable in both schemes, for every colour of a tenant", () => {
  fc.assert(
    fc.property(colors, fc.constantFrom("light" as const, "dark" as const), (color, scheme) => {
      const palette = brandPalette(color, scheme);
      const grounds = scheme === "light" ? ["#f7f6f3", "#ffffff"] : ["#121211", "#1b1b1a"];
      expect(contrastOf(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(palette.onAccent, palette.accentHover)).toBeGreaterThanOrEqual(4.5);
      for (const ground of grounds) {
        expect(contrastOf(palette.accentInk, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(palette.accent, ground)).toBeGreaterThanOrEqual(3);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a colour that is readable already is unchanged", () => {
  expect(brandPalette("#1d4ed8", "light").accent).toBe("#1d4ed8");
});

test("contrast ranges from none to that of black on white", () => {
  expect(contrastOf("#777777", "#777777")).toBe(1);
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21);
});
