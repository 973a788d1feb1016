import { expect, test } from "vitest";
import { describeAgent } from "@/lib/kernel/process/describe-agent";

test("a known browser is named with its system", () => {
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  expect(describeAgent(firefox)).toEqual({ name: "Firefox on Linux", platform: "Linux" });
});

test("an unknown browser has no name, under any name it claims, and its system may be known", () => {
  for (const agent of ["Mozilla/5.0", "Call-555-0100/1.0", "evil.example visit me", "curl"])
    expect(describeAgent(agent).name, agent).toBeNull();
  expect(describeAgent("Mozilla/5.0 (Windows NT 10.0; Win64; x64)")).toEqual({
    name: null,
    platform: "Windows",
  });
});

test("an absent agent gives nothing", () => {
  expect(describeAgent(null)).toEqual({ name: null, platform: null });
});
