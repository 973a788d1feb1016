import { expect, test } from "vitest";
import { replicaFinding } from "./replica";

const well = {
  inRecovery: true,
  sameCluster: true,
  sameTimeline: true,
  behindBytes: 0,
  feedback: true,
};

test.each([
  ["ok", {}, /follows the primary/],
  ["failed", { sameCluster: false }, /another database/],
  ["failed", { inRecovery: false }, /promoted/],
  ["warning", { sameTimeline: false }, /promotion/],
  ["warning", { behindBytes: 5_000 }, /5 KiB behind/],
  ["warning", { feedback: false }, /hot_standby_feedback/],
])("a replica is %s: %j", (status, differs, seen) => {
  const found = replicaFinding({ ...well, ...differs });
  expect(found).toMatchObject({ status, seen: expect.stringMatching(seen) });
  expect(found.todo === null).toBe(status === "ok");
});
