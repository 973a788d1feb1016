import { beforeAll, expect, test } from "vitest";
import {
  beginCounting,
  newDurationTally,
  newTally,
  readMetrics,
} from "@/lib/kernel/process/metrics";

const countIdle = newTally<[plane: string]>("idle_total", "Seen", ["plane"]);
const countIdleDuration = newDurationTally("idle_seconds", "Took", "route");
beforeAll(async () => {
  countIdle("direct");
  countIdleDuration("/", 1);
  await beginCounting();
});

/** Returns the series of a metric: labels, value, and the name of a histogram's part. */
async function seriesOf(name: string) {
  const found = (await readMetrics()).find((metric) => metric.name === `atrium_${name}`);
  return (found?.values ?? []) as {
    labels: Record<string, string | number>;
    value: number;
    metricName?: string;
  }[];
}

test("a tally counts each combination of labels by itself", async () => {
  const count = newTally<[string, string]>("seen_total", "Seen", ["plane", "outcome"]);
  await beginCounting();
  for (const outcome of ["succeeded", "failed", "succeeded"]) count("direct", outcome);
  count("hosted", "failed");
  expect(await seriesOf("seen_total")).toEqual([
    { labels: { plane: "direct", outcome: "succeeded" }, value: 2 },
    { labels: { plane: "direct", outcome: "failed" }, value: 1 },
    { labels: { plane: "hosted", outcome: "failed" }, value: 1 },
  ]);
});

test("without a scraper nothing is counted or stored", async () => {
  expect([await seriesOf("idle_total"), await seriesOf("idle_seconds")]).toEqual([[], []]);
  countIdle("direct");
  expect(await seriesOf("idle_total")).toEqual([{ labels: { plane: "direct" }, value: 1 }]);
});

test("the series of a tally are bounded, and no count is lost", async () => {
  const count = newTally<[string, string]>("bounded_total", "Seen", ["who", "what"]);
  await beginCounting();
  for (let one = 0; one < 5_000; one++) count(`user-${one}`, "x");
  const values = await seriesOf("bounded_total");
  expect(values.length).toBeLessThanOrEqual(1_001);
  expect(values.reduce((sum, { value }) => sum + value, 0)).toBe(5_000);
  expect(values.at(-1)).toMatchObject({ labels: { who: "other", what: "other" }, value: 4_000 });
});

test("a histogram is cumulative, and ends with the total", async () => {
  const count = newDurationTally("took_seconds", "Took", "route");
  await beginCounting();
  for (const seconds of [0.0005, 0.001, 0.003, 0.7, 60]) count("/a", seconds);
  const buckets = await seriesOf("took_seconds");
  const below = (le: string) => buckets.find(({ labels }) => String(labels.le) === le)?.value;
  expect([below("0.001"), below("0.0025"), below("0.005"), below("1")]).toEqual([2, 2, 3, 4]);
  expect([below("10"), below("+Inf")]).toEqual([4, 5]);
  const part = (name: string) => buckets.find(({ metricName }) => metricName === name)?.value;
  expect(part("atrium_took_seconds_count")).toBe(5);
  expect(part("atrium_took_seconds_sum")).toBeCloseTo(60.7045);
});
