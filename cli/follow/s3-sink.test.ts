import { expect, test } from "vitest";
import type { LoggedEvent } from "@/lib/features/audit-log/log/log-reading-store";
import type { Bucket } from "./bucket";
import { s3Sink } from "./s3-sink";

/** A fake bucket with what the sink needs: names in their order. Another test runs a real store. */
function aBucket() {
  const objects = new Map<string, string>();
  let requests = 0;
  const bucket: Bucket = {
    async put(name, text) {
      objects.set(name, text);
    },
    async firstAfter(prefix, name) {
      requests += 1;
      const names = [...objects.keys()].filter((one) => one.startsWith(prefix) && one > name);
      return names.sort()[0] ?? null;
    },
  };
  return { bucket, objects, asked: () => requests };
}

const event = (position: number) => ({ position }) as LoggedEvent;

test("events are collected in an object, which its first and last positions name", async () => {
  const { bucket, objects } = aBucket();
  const sink = await s3Sink(bucket, "acme/");
  expect(sink.position).toBe(-1);
  await sink.write([event(3), event(7)], ["3\n", "7\n"]);
  expect(objects.size).toBe(0);
  await sink.write([event(8)], ["8\n"]);
  await sink.flush();
  await sink.flush();
  expect([...objects]).toEqual([["acme/0000000000000003-0000000000000008.ndjson", "3\n7\n8\n"]]);
});

test("an object never exceeds its size, however large a batch is", async () => {
  const { bucket, objects } = aBucket();
  const sink = await s3Sink(bucket, "");
  const line = `${"x".repeat(1024 * 1024)}\n`;
  const events = Array.from({ length: 20 }, (_, at) => event(at));
  await sink.write(
    events,
    events.map(() => line),
  );
  await sink.flush();
  expect([...objects.keys()].map((name) => name.split(".")[0])).toEqual([
    "0000000000000000-0000000000000007",
    "0000000000000008-0000000000000015",
    "0000000000000016-0000000000000019",
  ]);
});

const ranges: [number, number][][] = [
  [[0, 0]],
  [[0, 4]],
  [
    [0, 4],
    [5, 5],
    [9, 1000],
  ],
  [
    [7, 8],
    [4_000, 5_000_000],
  ],
];
test.each(ranges)(
  "the position is the last object's end, found in few requests (%j)",
  async (...positions) => {
    const { bucket, asked } = aBucket();
    const name = (position: number) => String(position).padStart(16, "0");
    for (const [first, last] of positions)
      await bucket.put(`p/${name(first)}-${name(last)}.ndjson`, "");
    await bucket.put("q/0000000000000000-9999999999999999.ndjson", "");
    expect((await s3Sink(bucket, "p/")).position).toBe(positions.at(-1)?.[1]);
    expect(asked()).toBeLessThan(60);
  },
);

test("of thousands of objects the last one is found", async () => {
  const { bucket, asked } = aBucket();
  let at = 0;
  let last = -1;
  for (let count = 0; count < 3_000; count += 1) {
    const first = at + ((count * 7) % 5);
    last = first + ((count * 13) % 90);
    at = last + 1;
    const name = [first, last].map((one) => String(one).padStart(16, "0")).join("-");
    await bucket.put(`p/${name}.ndjson`, "");
  }
  expect((await s3Sink(bucket, "p/")).position).toBe(last);
  expect(asked()).toBeLessThan(80);
});

test("a bucket with foreign objects is refused and left unchanged", async () => {
  const { bucket } = aBucket();
  await bucket.put("p/9-notes.txt", "");
  await expect(s3Sink(bucket, "p/")).rejects.toThrow("Name another prefix");
});
