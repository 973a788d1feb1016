import { expect, test } from "vitest";
import { parseJson, storable } from "@/lib/db/storable";

test("free-form JSON is kept as it was sent or refused: no number loses its last digits", () => {
  for (const kept of ["9007199254740991", "-9007199254740991", "0.1", "-2.5e-7", "1.500", "0.0"])
    expect(storable(parseJson(`{"a":[${kept}]}`)), kept).toBe(true);
  for (const lost of [
    ...["9007199254740993", "1546130668394913822", "-9007199254740993", "1e400", "-1e-400"],
    ...["0.1234567890123456789", "9007199254740991.4", `0.${"1".repeat(101)}`],
    ...[`0.${"0".repeat(60_000)}1`, `1.${"0".repeat(60_000)}1e-5`],
  ])
    expect(storable(parseJson(`{"a":[{"id":${lost}}]}`)), lost).toBe(false);
  expect(storable(parseJson('{"a":{"__proto__":{"b":1}}}'))).toBe(false);
});

test("a fraction is taken in any notation that means one number", () => {
  for (const [sent, read] of [
    ["0.10000000000000001", 0.1],
    ["0.1000000000000000055511151231257827", 0.1],
    ["1.5E+3", 1500],
    ["0.00000015", 1.5e-7],
    ["5e-324", 5e-324],
    ["1e2", 100],
  ] as const)
    expect(parseJson(sent), sent).toBe(read);
});

test("what looks like such a number in a text is left alone", () => {
  const text = '{"note":"of 0.1234567890123456789, or 1e400","0.1234567890123456789":true}';
  expect(parseJson(text)).toEqual(JSON.parse(text));
});
