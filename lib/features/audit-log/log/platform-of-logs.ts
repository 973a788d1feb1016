import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import type { TenantScope } from "@/lib/kernel/caller";

/** Lifetime of the cached scope, in milliseconds. */
const PLATFORM_MS = 30_000;
let known: { scope: TenantScope; until: number } | undefined;

/** Returns the scope of the platform, whose transactions may read the logs of all tenants. */
export async function platformScope(): Promise<TenantScope> {
  if (known && known.until > performance.now()) return known.scope;
  const scope = await setUpPlatform({ type: "service", id: "audit-log" });
  known = { scope, until: performance.now() + PLATFORM_MS };
  return scope;
}
