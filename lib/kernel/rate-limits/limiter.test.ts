import { expect, test } from "vitest";
import { keyedHash } from "@/lib/kernel/crypto/secrets";
import { bucketKey } from "@/lib/kernel/rate-limits/limiter";

const computed = (...parts: string[]) => keyedHash("rate-limit", ...parts).toString("base64url");

test("a bucket has the same key, whether computed or cached", () => {
  for (const parts of [
    ["client"],
    ["public", "client", "203.0.113.9"],
    ["failed", "x".repeat(1000)],
  ])
    expect([bucketKey(...parts), bucketKey(...parts)]).toEqual([
      computed(...parts),
      computed(...parts),
    ]);
});

test("parts with other boundaries make another bucket, whatever they contain", () => {
  const divided = [
    ["ab", "c"],
    ["a", "bc"],
    ["abc"],
    ["a", "1:b", "c"],
    ["a1:b", "c"],
    ["2:ab1:c"],
    ["ab\0c"],
  ];
  const keys = [...divided, ...divided].map((parts) => bucketKey(...parts));
  expect(keys).toEqual([...divided, ...divided].map((parts) => computed(...parts)));
  expect(new Set(keys).size).toBe(divided.length);
});
