import { expect, test } from "vitest";
import { newUserCode, readUserCode, shownUserCode } from "@/lib/core/device-codes/user-code";

test("a code is eight letters without vowels or look-alikes, and its displayed form is parsed", () => {
  const codes = Array.from({ length: 500 }, newUserCode);
  for (const code of codes) {
    expect(code).toMatch(/^[BCDFGHJKMNPQRSTVWXZ]{8}$/);
    expect(readUserCode(shownUserCode(code))).toBe(code);
  }
  expect(new Set(codes).size).toBe(500);
});

test.each([
  ["kdpm-wxrt", "KDPMWXRT"],
  ["KDPM WXRT", "KDPMWXRT"],
  [" k d p m – w x r t ", "KDPMWXRT"],
  ["ＫＤＰＭ－ＷＸＲＴ", "KDPMWXRT"],
  ["\u200eKDPM\u00adWXRT\u200b", "KDPMWXRT"],
  ["KDPMWXR", null],
  ["KDPMWXRTT", null],
  ["KDPMWXRA", null],
  ["KDPMWXR1", null],
  ["", null],
  ["\0", null],
  ["K".repeat(100_000), null],
])("%s is parsed as %s", (typed, code) => {
  expect(readUserCode(typed)).toBe(code);
});
