import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "@/lib/features/audit-log/log/canonical-json";
import { parseJson } from "@/lib/kernel/db/exact-json";

test("the example of RFC 8785 is serialised as in the RFC", () => {
  const value = JSON.parse(`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false]
  }`);
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test("names are sorted by UTF-16 code units, including numbers", () => {
  const value = JSON.parse(
    '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7,"10":8,"9":9}',
  );
  expect(canonicalJson(value)).toBe(
    '{"\\r":2,"1":4,"10":8,"9":9,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  );
});

test("the text does not depend on the order of members, and parses to the same value", () => {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, member]) => [name, turned(member)]);
    return Object.fromEntries(entries.reverse());
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      // Not distinguishable in JSON: -0 is written as 0.
      const read = JSON.parse(JSON.stringify(value));
      const text = canonicalJson(read);
      expect(JSON.parse(text)).toEqual(read);
      expect(canonicalJson(turned(read))).toBe(text);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test.each([
  [Number.NaN, "finite"],
  [{ a: Number.POSITIVE_INFINITY }, "finite"],
  ["\ud800", "lone surrogates"],
  [{ "\udc00": 1 }, "lone surrogates"],
  [{ b: 1, a: ["\ud800"] }, "lone surrogates"],
  [() => 1, "function"],
  [undefined, "undefined"],
  [[undefined], "undefined"],
])("%o has no canonical form", (value, why) => {
  expect(() => canonicalJson(value)).toThrow(why);
});

test("undefined members are left out", () => {
  expect(canonicalJson({ b: undefined, a: { c: undefined } })).toBe('{"a":{}}');
});

test("a number that a double cannot hold keeps its own digits, and no other value has its bytes", () => {
  const canonical = (text: string) => canonicalJson(parseJson(text));
  const digits = [
    "9007199254740993",
    "-0.10000000000000001",
    "1000000000000000000001",
    "9".repeat(400),
  ];
  for (const number of digits) {
    expect(canonical(`{"b": 1, "a": [${number}]}`)).toBe(`{"a":[${number}],"b":1}`);
    for (const other of [`"${number}"`, `{"rawJSON":"${number}"}`])
      expect(canonical(other)).not.toBe(canonical(number));
    const double = Number(number);
    if (Number.isFinite(double)) expect(canonicalJson(double)).not.toBe(canonical(number));
  }
});

test("a double is written as in RFC 8785, regardless of its text", () => {
  for (const [text, bytes] of [
    ["1000000000000000000000000000000", "1e+30"],
    [`0.${"0".repeat(26)}1`, "1e-27"],
    ["9007199254740992.0", "9007199254740992"],
  ] as const)
    expect(canonicalJson(parseJson(text))).toBe(bytes);
});
