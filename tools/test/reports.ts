import { resolve } from "node:path";

/** Vitest's report of a run. */
export const UNIT_REPORT = resolve("test-results/unit.json");
/** Playwright's report of a run. */
export const E2E_REPORT = resolve("test-results/e2e.json");
