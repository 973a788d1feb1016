import { defineConfig } from "vitest/config";
import base from "../../../vitest.config";

// Tests that need Python, Go, Java or a registry: `npm test -- systems foreign`, and never `npm test`.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ["tests/systems/foreign/*.foreign.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
  },
});
