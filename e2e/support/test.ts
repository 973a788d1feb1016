import { test as base } from "@playwright/test";
import { environment } from "./environment";

export { expect } from "@playwright/test";

/** Playwright's test, with relative addresses resolved against the running service. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a destructured first parameter
  baseURL: async ({}, use) => use(environment().baseUrl),
});
