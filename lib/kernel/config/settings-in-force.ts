import { environmentSchema } from "@/lib/kernel/config/environment-schema";
import { limitsSchema, limitVariable } from "@/lib/kernel/config/limits";

type Environment = Record<string, string | undefined>;

/** The defaults that follow from another setting. */
const derived: Record<string, (env: Environment) => string> = {
  ATRIUM_CLAIMS_BASE: (env) => inForce("ATRIUM_BASE_URL", env),
  DATABASE_DIRECT_URL: (env) => env.DATABASE_URL ?? "",
  DATABASE_OWNER_URL: (env) => env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? "",
  ATRIUM_DRAIN_SECONDS: (env) => String(defaultDrainSeconds(env.ATRIUM_MODE)),
};

/** Default of ATRIUM_DRAIN_SECONDS: none on a developer's machine, which has no load balancer and where
 *  Ctrl-C should end at once. */
export function defaultDrainSeconds(mode: string | undefined): number {
  return mode === "local" ? 0 : 5;
}

/** Value of a setting, set or by default; empty when it has none. Secrets are returned as they are.
 *  @param env without variables that were left blank */
export function inForce(name: string, env: Environment): string {
  const explicit = env[name];
  if (explicit !== undefined) return explicit;
  const value = derived[name]?.(env) ?? defaults.get(name) ?? "";
  return String(value);
}

const defaults = new Map<string, unknown>([
  ...Object.entries(environmentSchema.shape).map(
    ([name, field]) => [name, field.safeParse(undefined).data] as const,
  ),
  ...Object.entries(limitsSchema.parse({})).map(
    ([name, value]) => [limitVariable(name), value] as const,
  ),
]);
