import { expect, test } from "vitest";
import { passwordRefusal } from "@/app/(hosted)/_link/password-refusal";
import { assertAcceptablePassword } from "@/lib/core/passwords/password-policy";
import { ServiceError } from "@/lib/kernel/errors";

function refusalOf(password: string) {
  try {
    assertAcceptablePassword(password, { minLength: 10, context: ["ada@example.com"] });
  } catch (error) {
    if (error instanceof ServiceError) return passwordRefusal(error.detail);
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

test("an unknown reason says at least that another password is needed", () => {
  expect(passwordRefusal("The password was chosen by a horse.")).toEqual({ why: "other" });
});
