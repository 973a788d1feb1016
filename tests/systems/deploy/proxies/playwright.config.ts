// The journeys behind the reverse proxies that deploy/ ships; npm test -- systems deploy runs them.
import { defineConfig } from "@playwright/test";
import base from "../../../../playwright.config";

export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "**/*.proxy.ts",
  outputDir: "../../../../test-results/proxies",
  globalSetup: "./global-setup.ts",
  workers: 1,
});
