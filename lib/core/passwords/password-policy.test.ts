import { expect, test } from "vitest";
import { assertAcceptablePassword } from "@/lib/core/passwords/password-policy";
import { ServiceError } from "@/lib/kernel/errors";

const context = ["mara.lindqvist@example.com", "Mara Lindqvist", "Globex Industries"];

function refusal(password: string, minLength = 8): string | undefined {
  try {
    assertAcceptablePassword(password, { minLength, context });
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "unprocessable") return error.detail;
    throw error;
  }
}

test.each([
  "correct horse battery staple",
  "gülle-fähre-92-ohr",
  "пароль который длинный",
  "🐢🚲🌧️🪑🍊🔭🎷🧭",
  "vQ7#mz2Lk9",
])("%s is accepted, with any kinds of characters", (password) => {
  expect(refusal(password)).toBeUndefined();
});

test("a password is measured in characters, not in bytes, by the tenant's length", () => {
  expect(refusal("kürbis9")).toContain("at least 8");
  expect(refusal("🐢🚲🌧🪑🍊🔭🎷")).toContain("at least 8");
  expect(refusal("mirage-kelp-4", 15)).toContain("at least 15");
});

test("128 characters are accepted and 129 are refused, not truncated", () => {
  const long = "the quick brown fox jumps over it ".repeat(4).slice(0, 128);
  expect(refusal(long)).toBeUndefined();
  expect(refusal(`${long}!`)).toContain("at most 128");
});

test.each([
  "password",
  "Password1",
  "P@ssw0rd!",
  "p4ssw0rd2024",
  "iloveyou",
  "1qaz2wsx",
  "drowssap",
  "sunshinesunshine",
  "!!football!!",
])("%s is refused as a common password", (password) => {
  expect(refusal(password)).toBeDefined();
});

test.each(["aaaaaaaaaa", "abababababab", "12345678", "87654321", "abcdefghij", "34567890"])(
  "%s is refused as too regular",
  (password) => {
    expect(refusal(password)).toBeDefined();
  },
);

test.each([
  "lindqvist1",
  "Mara.Lindqvist",
  "GlobexIndustries",
  "globex!1",
  "mara.lindqvist@example.com",
])("%s is refused because it is made of words known about the user", (password) => {
  expect(refusal(password)).toContain("too close");
});

test("a longer password may contain a word from the context", () => {
  expect(refusal("globex makes rain on tuesdays")).toBeUndefined();
});

/** Reason for which a password is refused, for the reader's language. */
function refusalOf(password: string) {
  try {
    assertAcceptablePassword(password, { minLength: 10, context: ["ada@example.com"] });
  } catch (error) {
    if (error instanceof ServiceError) return error.password;
  }
  throw new Error(`${password} was accepted`);
}

test("every reason for which the policy refuses a password has a text in the reader's language", () => {
  expect(refusalOf("short")).toEqual({ why: "too_short", count: 10 });
  expect(refusalOf("x1".repeat(70))).toEqual({ why: "too_long", count: 128 });
  expect(refusalOf("broken \ud800 pair")).toEqual({ why: "unicode" });
  expect(refusalOf("abcabcabcabc")).toEqual({ why: "regular" });
  expect(refusalOf("abcdefghijkl")).toEqual({ why: "regular" });
  expect(refusalOf("ada@example.com")).toEqual({ why: "context" });
  expect(refusalOf("basketball1")).toEqual({ why: "common" });
});
