import { expect, test } from "vitest";
import { isUseDue, LAST_USE_SECONDS } from "@/lib/core/credentials/last-use";

const at = new Date("2026-11-22T12:00:00Z");
const before = (seconds: number) => new Date(at.getTime() - seconds * 1000);

test("the first use is recorded, and then one per interval of precision", () => {
  expect(isUseDue(null, at)).toBe(true);
  expect(isUseDue(before(LAST_USE_SECONDS), at)).toBe(true);
  expect(isUseDue(before(LAST_USE_SECONDS - 1), at)).toBe(false);
  expect(isUseDue(before(60), at, 60)).toBe(true);
  expect(isUseDue(before(59), at, 60)).toBe(false);
});
