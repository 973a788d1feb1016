import { resolve } from "node:path";

/** What vitest writes of a run. */
export const UNIT_REPORT = resolve("test-results/unit.json");
/** What Playwright writes of a run. */
export const E2E_REPORT = resolve("test-results/e2e.json");
