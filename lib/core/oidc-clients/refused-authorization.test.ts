import { expect, test } from "vitest";
import { printableText, shownAddress } from "@/lib/core/oidc-clients/refused-authorization";

test("an address is stored without its user, query and fragment, which may be secret", () => {
  expect(shownAddress("https://ada:secret@app.example.com:8443/back?code=abc#token=def")).toBe(
    "https://app.example.com:8443/back",
  );
  expect(shownAddress("com.example.app:/callback?code=abc")).toBe("com.example.app:/callback");
});

test("an invalid address is stored up to the start of its query", () => {
  expect(shownAddress("/callback?code=abc")).toBe("/callback");
  expect(shownAddress("")).toBe("");
});

test("a text from an unauthenticated request is stored short and without control characters", () => {
  expect(printableText("a\0b\nc")).toBe("a b c");
  expect(printableText("x".repeat(10_000))).toHaveLength(300);
  expect(shownAddress(`https://a.example/${"x".repeat(10_000)}`)).toHaveLength(300);
});
