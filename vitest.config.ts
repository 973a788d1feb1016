import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: [
      "lib",
      "app",
      "host",
      "i18n",
      "emails",
      "cli",
      "tools",
      "prisma",
      "tests",
      "examples",
      "packages",
    ].map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    globalSetup: "tests/support/global-setup.ts",
    setupFiles: ["tests/support/database-setup.ts", "tests/support/answers-setup.ts"],
    // Its own: a Vitest that a test runs in a folder below, with another lockfile, empties the usual one.
    fsModuleCachePath: "node_modules/.vitest-modules",
    pool: "forks",
    // Each file gets our modules anew (tests/support/database-setup), in a process that has the libraries.
    isolate: false,
    // More than cores: many files wait for processes and deadlines.
    maxWorkers: 2 * availableParallelism() + 1,
    // Once more where nobody watches, as a journey; the summary names what needed it.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
