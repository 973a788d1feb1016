import { expect, test } from "vitest";
import { DurationTally } from "@/lib/kernel/process/duration-tally";
import { Tally } from "@/lib/kernel/process/tally";

const counting = { isOn: true };

test("a tally counts each combination of labels by itself", () => {
  const tally = new Tally(counting, "seen_total", "Seen", ["plane", "outcome"]);
  for (const outcome of ["succeeded", "failed", "succeeded"]) tally.add("direct", outcome);
  tally.add("hosted", "failed");
  expect(tally.read().values).toEqual([
    { metricName: "seen_total", labels: { plane: "direct", outcome: "succeeded" }, value: 2 },
    { metricName: "seen_total", labels: { plane: "direct", outcome: "failed" }, value: 1 },
    { metricName: "seen_total", labels: { plane: "hosted", outcome: "failed" }, value: 1 },
  ]);
});

test("without a scraper nothing is counted or stored", () => {
  const idle = { isOn: false };
  const tally = new Tally(idle, "seen_total", "Seen", ["plane"]);
  const durations = new DurationTally(idle, "took_seconds", "Took", "route");
  tally.add("direct");
  durations.add("/", 1);
  idle.isOn = true;
  expect([tally.read().values, durations.read().values]).toEqual([[], []]);
});

test("the series of a tally are bounded, and no count is lost", () => {
  const tally = new Tally(counting, "seen_total", "Seen", ["who", "what"]);
  for (let one = 0; one < 5_000; one++) tally.add(`user-${one}`, "x");
  const { values } = tally.read();
  expect(values.length).toBeLessThanOrEqual(1_001);
  expect(values.reduce((sum, { value }) => sum + value, 0)).toBe(5_000);
  expect(values.at(-1)).toMatchObject({ labels: { who: "other", what: "other" }, value: 4_000 });
});

test("a histogram is cumulative, and ends with the total", () => {
  const durations = new DurationTally(counting, "took_seconds", "Took", "route");
  for (const seconds of [0.0005, 0.001, 0.003, 0.7, 60]) durations.add("/a", seconds);
  const buckets = durations.read().values;
  const below = (le: string) => buckets.find(({ labels }) => labels.le === le)?.value;
  expect([below("0.001"), below("0.0025"), below("0.005"), below("1")]).toEqual([2, 2, 3, 4]);
  expect([below("10"), below("+Inf")]).toEqual([4, 5]);
  const part = (name: string) => buckets.find(({ metricName }) => metricName === name)?.value;
  expect(part("took_seconds_count")).toBe(5);
  expect(part("took_seconds_sum")).toBeCloseTo(60.7045);
});
