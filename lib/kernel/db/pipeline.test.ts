import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { connectionOptions } from "@/lib/kernel/db/connection-options";
import { Pipeline } from "@/lib/kernel/db/pipeline";
import { read } from "@/lib/kernel/db/queryable";

/** Number of connections that keep this process alive. */
const heldBy = () =>
  process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;

test("an idle pipeline keeps no process alive, and one that is ending does until it has ended", async () => {
  const before = heldBy();
  const pipeline = new Pipeline(connectionOptions());
  while (!pipeline.isOpen) await sleep(5);
  expect(heldBy()).toBe(before);
  await pipeline.run([read`SELECT 1 AS one`]);
  expect(heldBy()).toBe(before);
  // A command with nothing else left would otherwise exit before the connection's end is sent.
  const ended = pipeline.end();
  expect(heldBy()).toBe(before + 1);
  await ended;
  expect(heldBy()).toBe(before);
});
