import { defineConfig, devices } from "@playwright/test";

// Debian's browser: Playwright's own is a download that not every machine can make.
const executablePath = process.env.CHROMIUM_PATH || "/usr/bin/chromium";

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results/journeys",
  globalSetup: "./e2e/support/global-setup.ts",
  // Each has a service of its own. Whoever names one running service has one worker.
  workers: process.env.ATRIUM_E2E_ENVIRONMENT ? 1 : 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  // Once more where nobody watches; the summary names how many needed it, so that none hides for long.
  retries: process.env.CI ? 1 : 0,
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    screenshot: "only-on-failure",
    // A trace of every step costs a third of a journey: only what failed once is traced, at its second try.
    trace: "on-first-retry",
    launchOptions: {
      executablePath,
      args: [
        ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
        // An image is tried behind a proxy whose certificate nobody vouches for (tests/systems/image).
        ...(process.env.NODE_TLS_REJECT_UNAUTHORIZED === "0"
          ? ["--ignore-certificate-errors"]
          : []),
      ],
    },
  },
});
