import { expect, test } from "vitest";
import { printableText, shownAddress } from "@/lib/core/oidc-clients/refused-authorization";

test("an address is kept without its user, its query and its fragment, which may hold secrets", () => {
  expect(shownAddress("https://ada:secret@app.example.com:8443/back?code=abc#token=def")).toBe(
    "https://app.example.com:8443/back",
  );
  expect(shownAddress("com.example.app:/callback?code=abc")).toBe("com.example.app:/callback");
});

test("what is no address is kept up to where its query would begin", () => {
  expect(shownAddress("/callback?code=abc")).toBe("/callback");
  expect(shownAddress("")).toBe("");
});

test("a stranger's text is kept short and without control characters", () => {
  expect(printableText("a\0b\nc")).toBe("a b c");
  expect(printableText("x".repeat(10_000))).toHaveLength(300);
  expect(shownAddress(`https://a.example/${"x".repeat(10_000)}`)).toHaveLength(300);
});
