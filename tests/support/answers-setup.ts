// Checks every answer of a route in a test against the published description. A test with a violation fails.
import { afterAll, afterEach, vi } from "vitest";
import type { resource } from "@/lib/core/http/resource";

/** Loaded with the first route, because most test files have none. */
let takeViolations: () => string[] = () => [];

vi.mock("@/lib/core/http/resource", async (real: () => Promise<{ resource: typeof resource }>) => {
  const held = await import("./held-answers");
  takeViolations = held.takeViolations;
  return { resource: held.holding((await real()).resource) };
});

afterEach(assertDescribed);
afterAll(assertDescribed);

function assertDescribed(): void {
  const violations = [...new Set(takeViolations())];
  if (violations.length === 0) return;
  throw new Error(`The description says something else:\n${violations.join("\n")}`);
}
