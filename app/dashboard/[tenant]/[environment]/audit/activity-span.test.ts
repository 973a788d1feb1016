import { expect, test } from "vitest";
import { activitySpan, countedKinds } from "./activity-span";

const at = new Date("2026-11-22T14:40:00Z");
const ends = (span: ReturnType<typeof activitySpan>) => [
  span.unit,
  span.beginnings.length,
  span.beginnings[0]?.toISOString().slice(0, 13),
  span.beginnings.at(-1)?.toISOString().slice(0, 13),
];

test("without a span the last day is shown by the hour", () => {
  expect(ends(activitySpan({}, at))).toEqual(["hour", 25, "2026-11-21T14", "2026-11-22T14"]);
});

test("a chosen hour stands among others, and nothing is after now", () => {
  const hour = (text: string) => new Date(`2026-11-22T${text}:00Z`);
  const recent = activitySpan({ from: hour("14:00"), to: hour("15:00") }, at);
  expect(ends(recent)).toEqual(["hour", 25, "2026-11-21T14", "2026-11-22T14"]);
  const [from, to] = [new Date("2026-11-10T05:00:00Z"), new Date("2026-11-10T06:00:00Z")];
  const span = activitySpan({ from, to }, at);
  expect(span.unit).toBe("hour");
  expect(span.beginnings.map(Number)).toContain(from.getTime());
  expect(span.beginnings.length).toBeLessThanOrEqual(26);
});

test("up to a week is shown by the hour, more by the day, and no more than is counted", () => {
  const from = (days: number) => new Date(at.getTime() - days * 86_400_000);
  expect(activitySpan({ from: from(6.9) }, at)).toMatchObject({ unit: "hour" });
  expect(activitySpan({ from: from(30) }, at).unit).toBe("day");
  expect(activitySpan({ from: from(30) }, at).beginnings).toHaveLength(31);
  expect(activitySpan({ from: from(4000) }, at).beginnings).toHaveLength(92);
});

test("counts answer for kinds alone", () => {
  expect(countedKinds({})).toBe("all");
  expect(countedKinds({ kind: "role.*" })).toContain("role.created");
  expect(countedKinds({ kind: "login.failed" })).toEqual(["login.failed"]);
  expect(countedKinds({ kind: "login.*", kinds: ["login.failed", "access.denied"] })).toEqual([
    "login.failed",
  ]);
  for (const filter of [{ search: "x" }, { actor: "x" }, { target: "x" }, { kind: "report.made" }])
    expect(countedKinds(filter)).toBeNull();
});
