import { expect, test } from "vitest";
import { plainCode, typedCode } from "@/lib/core/one-time-codes/typed-code";

const written = (zero: number) =>
  [..."048159"].map((digit) => String.fromCodePoint(zero + Number(digit))).join("");

test.each([
  ["ASCII", 0x30],
  ["Arabic-Indic", 0x660],
  ["Persian", 0x6f0],
  ["Devanagari", 0x966],
  ["Thai", 0xe50],
  ["Khmer", 0x17e0],
  ["full-width", 0xff10],
  ["Adlam", 0x1e950],
  ["mathematical bold", 0x1d7ce],
  ["mathematical monospace", 0x1d7f6],
])("%s digits count by their value", (_, zero) => {
  expect(typedCode(written(zero), 6)).toEqual({ code: "048159", wrong: null });
});

test.each([
  ["a space", "048 159"],
  ["a no-break space", "048\u00a0159"],
  ["a hyphen", "048-159"],
  ["an en dash", "048\u2013159"],
  ["a minus sign", "048\u2212159"],
  ["the long mark of Japanese", "048\u30fc159"],
  ["a mark of direction", "\u200e048159\u200f"],
  ["isolates", "\u2068048159\u2069"],
  ["a zero-width space", "048\u200b159"],
  ["a byte order mark", "\ufeff048159"],
  ["a soft hyphen", "048\u00ad159"],
  ["a line break", "048159\r\n"],
])("%s is ignored as a separator", (_, typed) => {
  expect(typedCode(typed, 6)).toEqual({ code: "048159", wrong: null });
});

test.each([
  ["", "codeEmpty"],
  [" \u200e ", "codeEmpty"],
  ["04815", "codeShape"],
  ["0481599", "codeShape"],
  ["04815a", "codeShape"],
  ["048+159", "codeShape"],
])("%j is no code of six digits: %s", (typed, wrong) => {
  expect(typedCode(typed, 6).wrong).toBe(wrong);
});

test("letters are unchanged, in their plain form", () => {
  expect(plainCode("ｋdpm–\u200eＷXR\u0664")).toBe("kdpmWXR4");
});
