import { STARTED } from "./setup.js";
import type { StartedService } from "./start.js";

/** The `globalTeardown` of Jest: ends what the set-up has started. */
export default async function teardown(): Promise<void> {
  const { [STARTED]: started } = globalThis as unknown as Record<symbol, StartedService>;
  await started?.stop();
}
