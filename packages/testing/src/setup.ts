import { ADDRESSES_VARIABLE, type StartedService, startAtrium } from "./start.js";

/** Key of the running service, for a teardown in another module, as Jest has it. */
export const STARTED = Symbol.for("atrium.testing");

/** The `globalSetup` of Vitest, Playwright and Jest: starts one service for the whole run, which tests find
 *  by `connectAtrium`. `ATRIUM_SERVICE` and `ATRIUM_FIXTURES` name the service and the fixtures.
 *  @returns a function that stops it, for runners that call that */
export default async function setup(): Promise<() => Promise<void>> {
  const atrium: StartedService = await startAtrium();
  process.env[ADDRESSES_VARIABLE] = atrium.addresses;
  Object.assign(globalThis, { [STARTED]: atrium });
  return () => atrium.stop();
}
