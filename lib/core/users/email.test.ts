import fc from "fast-check";
import { expect, test } from "vitest";
import { emailKeyOf, maskEmail, parseEmail } from "@/lib/core/users/email";

test("addresses are compared without regard to case and stored as written", () => {
  expect(parseEmail("Ada@Example.COM")).toEqual({
    email: "Ada@Example.COM",
    emailKey: "ada@example.com",
  });
});

test("an address is only printable ASCII", () => {
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

test.each([
  ..."!#$%&'*+-/=?^_`{|}~".split("").map((character) => `o${character}leary@acme.example`),
  "srs0=hhh=tt=orig.example=al@acme.example",
  "a.b.c@acme.example",
  "user@xn--e1afmkfd.xn--p1ai",
  "user@example.xn--fiqs8s",
  "user@1.2.3.example",
  "user@a--b.example",
  `${"a".repeat(64)}@acme.example`,
  `user@${"a".repeat(63)}.example`,
])("%s is an address", (address) => {
  expect(parseEmail(address)?.email).toBe(address);
});

test.each([
  "user",
  "user@example",
  ".user@acme.example",
  "user.@acme.example",
  "us..er@acme.example",
  "us er@acme.example",
  '"user"@acme.example',
  "us(er)@acme.example",
  "user@@acme.example",
  "user@-acme.example",
  "user@acme-.example",
  "user@ac_me.example",
  "user@acme..example",
  "user@acme.example.",
  "user@127.0.0.1",
  "user@[127.0.0.1]",
  "us\u0435r@acme.example",
  "user@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444",
  `${"a".repeat(65)}@acme.example`,
  `user@${"a".repeat(64)}.example`,
  `user@${"a.".repeat(122)}example`,
])("%s is no address", (address) => {
  expect(parseEmail(address)).toBeNull();
});

test("the pattern alone is fast for the longest text", () => {
  for (const text of ["a.".repeat(127), `a@${"a-".repeat(126)}`, `a@${"a.".repeat(126)}!`])
    expect(parseEmail(text)).toBeNull();
});

test("an address accepted by an earlier grammar is looked up by its existing key", () => {
  const long = `${"A".repeat(70)}@acme.example`;
  expect(emailKeyOf(long)).toBe(long.toLowerCase());
  expect(emailKeyOf("\u212aate@acme.example")).not.toBe(emailKeyOf("kate@acme.example"));
});

test("a masked address keeps its first letter and its domain", () => {
  expect(maskEmail("mara@example.com")).toBe("m•••@example.com");
  expect(maskEmail("m@example.com")).toBe("m••@example.com");
});
