import { afterEach, expect, test, vi } from "vitest";
import { mayLoseDigits, parseJson, storable, storableInDoubles } from "@/lib/kernel/db/exact-json";

const long = "9".repeat(400);
/** Numbers that a double holds, and numbers that it does not: each is written again as it was. */
const held = [
  ...["0", "9007199254740991", "-9007199254740992", "100000000000000000000", "0.1", "-2.5"],
  "0.30000000000000004",
];
const digits = [
  ...["9007199254740993", "-9007199254740993", "1546130668394913822", "1000000000000000000000"],
  ...[
    "12345678901234567890.123",
    "9007199254740991.4",
    "0.10000000000000001",
    "-0.100000000000000010",
  ],
  ...["3.14159265358979323846", long, `-${long}`, `0.${"0".repeat(400)}1`, `1.${"0".repeat(60)}1`],
];

test.each([...held, ...digits])("the number %s is written as it was read", (number) => {
  for (const text of [number, `[${number}]`, `{"a":{"b":["x",${number},${number}]}}`]) {
    expect(JSON.stringify(parseJson(text))).toBe(text);
    expect(storable(parseJson(text))).toBe(true);
  }
});

test("a double stays a number of JavaScript, in any notation that means it", () => {
  for (const [sent, read] of [
    ["1.50", 1.5],
    ["1.5E+3", 1500],
    ["0.00000015", 1.5e-7],
    ["5e-324", 5e-324],
    [`0.${"0".repeat(323)}5`, 5e-324],
    ["1e20", 1e20],
    ["0e999", 0],
    ["9007199254740992.0", 2 ** 53],
  ] as const)
    expect(parseJson(sent), sent).toBe(read);
  expect(parseJson("-0.0")).toBe(-0);
});

test("a number with an exponent that would lose digits is refused, however long", () => {
  for (const lost of [
    ...["1e400", "-1e400", "1e-400", "9007199254740993e0", "1.2345678901234567890e1", "1e21"],
    ...[`0.${"0".repeat(60_000)}1e5`, `1${"0".repeat(60_000)}1e-5`, `1.${"0".repeat(60_000)}1e-5`],
  ]) {
    const value = parseJson(`{"a":[{"id":${lost}}]}`);
    expect([storable(value), storableInDoubles(value)], lost).toEqual([false, false]);
  }
});

test("a number that no column holds is refused", () => {
  for (const lost of [`0.${"0".repeat(60_000)}1`, "1".repeat(60_000)])
    expect(storable(parseJson(`[${lost}]`))).toBe(false);
});

test("where JSON has a schema, a number must fit a double", () => {
  for (const number of ["9007199254740991", "0.1", "-2.5e-7"])
    expect(storableInDoubles(parseJson(`[${number}]`)), number).toBe(true);
  for (const number of ["9007199254740992", ...digits])
    expect(storableInDoubles(parseJson(`[${number}]`)), number).toBe(false);
});

test("neither NUL nor half a surrogate pair nor a prototype is stored", () => {
  for (const value of [["\0"], { "\0": 1 }, { a: "\ud800" }, JSON.parse('{"__proto__":{"b":1}}')])
    expect(storable(value)).toBe(false);
});

test("digits inside a string are not changed", () => {
  const text = '{"note":"of 0.1234567890123456789, or 1e400","0.1234567890123456789":true}';
  expect(parseJson(text)).toEqual(JSON.parse(text));
  expect(mayLoseDigits('{"at":"2026-11-28T10:00:00.123456Z","id":123456789012345,"f":0.1}')).toBe(
    false,
  );
});

/** JavaScript without these ECMAScript features, as in Node 20 and older browsers. */
async function before<T>(load: () => Promise<T>): Promise<T> {
  const { parse, stringify } = JSON;
  vi.stubGlobal("JSON", { parse: (text: string) => parse(text), stringify });
  vi.resetModules();
  return load();
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("where JavaScript can't keep digits, a number beyond 2^53 is refused", async () => {
  const older = await before(() => import("@/lib/kernel/db/exact-json"));
  expect(older.storable(older.parseJson("[9007199254740991, 0.1]"))).toBe(true);
  for (const number of ["9007199254740993", "1e21", "1e400"])
    expect(older.storable(older.parseJson(`[${number}]`)), number).toBe(false);
});
