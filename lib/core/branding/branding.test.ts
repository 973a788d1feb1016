import { expect, test } from "vitest";
import { brandingOf } from "@/lib/core/branding/branding";

const nothing = {
  displayName: null,
  color: null,
  logo: null,
  supportUrl: null,
  termsUrl: null,
  privacyUrl: null,
};

test("a tenant without branding appears under its own name", () => {
  expect(brandingOf("Acme", null)).toMatchObject({ name: "Acme", color: null, logo: null });
  expect(brandingOf("Acme", { ...nothing, displayName: "  " }).name).toBe("Acme");
});

test("a value that is not plainly a colour, an image or a web address is not shown", () => {
  const shown = brandingOf("Acme", {
    ...nothing,
    color: "red;}body{display:none",
    logo: "https://elsewhere.example/pixel.png",
    supportUrl: "javascript:alert(1)",
    termsUrl: "http://acme.example/terms",
    privacyUrl: "not an address",
  });
  const { displayName: _, ...absent } = nothing;
  expect(shown).toEqual({ ...absent, name: "Acme" });
});
