import { STARTED } from "./setup.js";
import type { StartedService } from "./start.js";

/** The `globalTeardown` of Jest: stops the service of the set-up. */
export default async function teardown(): Promise<void> {
  const { [STARTED]: started } = globalThis as unknown as Record<symbol, StartedService>;
  await started?.stop();
}
