import { expect, test } from "vitest";
import { ImportThrottle } from "@/lib/features/migration/import/pace";

test("the delay is longer the more a batch was slowed down, up to a limit", () => {
  const pace = new ImportThrottle();
  const alone = pace.delayAfter(500, 100);
  expect(alone).toBeLessThan(100);
  const slowed = pace.delayAfter(500, 200);
  expect(slowed / 200).toBeGreaterThan(alone / 100);
  expect(pace.delayAfter(500, 100_000)).toBe(300_000);
});

test("the time per line counts, so that a smaller batch is not slower", () => {
  const [whole, part] = [new ImportThrottle(), new ImportThrottle()];
  whole.delayAfter(500, 100);
  part.delayAfter(500, 100);
  expect(part.delayAfter(125, 25)).toBeCloseTo(whole.delayAfter(500, 100) / 4);
});

test("batches that take longer because tables have grown are accepted in the end", () => {
  const pace = new ImportThrottle();
  const first = pace.delayAfter(500, 100);
  let last = 0;
  for (let batch = 0; batch < 200; batch += 1) last = pace.delayAfter(500, 150);
  expect(last / 150).toBeCloseTo(first / 100);
});

test("the delay after other work is as long as the work, and zero after none", () => {
  expect(new ImportThrottle().delayAfter(0, 40)).toBe(40);
  expect(new ImportThrottle().delayAfter(null, 0)).toBe(0);
});
