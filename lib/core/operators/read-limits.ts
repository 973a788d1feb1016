import { config } from "@/lib/kernel/config/config";
import { limitDescriptions } from "@/lib/kernel/config/limit-descriptions";
import { type Limits, limitsSchema, limitVariable } from "@/lib/kernel/config/limits";

/** A brake or limit of this installation. Its unit is the end of its name. */
export interface LimitInForce {
  name: keyof Limits;
  value: number;
  default: number;
  /** The environment variable that sets it at the next start. */
  variable: string;
  description: string;
}

/** Returns every brake and limit as this process applies it. They are set by the environment of the
 *  processes and not while they run, so that no operator can loosen a brake in force. */
export function readLimits(): LimitInForce[] {
  const defaults = limitsSchema.parse({});
  const { limits } = config();
  return (Object.keys(defaults) as (keyof Limits)[]).map((name) => ({
    name,
    value: limits[name],
    default: defaults[name],
    variable: limitVariable(name),
    description: limitDescriptions[name],
  }));
}
