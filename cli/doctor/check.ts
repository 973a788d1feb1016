import type { Config } from "@/lib/kernel/config/config";
import type { Ask } from "@/lib/kernel/db/ask";

/** Result of a check. A check is skipped when another failure prevents it or it does not apply. */
export type Status = "ok" | "warning" | "failed" | "skipped";

/** Observation of a check, and the remedy; null where there is nothing to do. */
export interface Finding {
  status: Status;
  seen: string;
  todo: string | null;
}

/** Input of the checks. */
export interface Installation {
  config: Config;
  /** Queries as the service does: by the login of DATABASE_URL, in the role `atrium_app`. */
  ask: Ask;
}

/** A check of the installation. Checks run beside each other, and none of them changes anything. `needs`
 *  names what must be well for it to run. */
export type Check =
  | { name: string; needs: "nothing"; look: () => Promise<Finding> }
  | {
      name: string;
      needs: "configuration" | "database";
      look: (at: Installation) => Promise<Finding>;
    };

export const ok = (seen: string): Finding => ({ status: "ok", seen, todo: null });
export const skipped = (seen: string): Finding => ({ status: "skipped", seen, todo: null });
export const warning = (seen: string, todo: string): Finding => ({ status: "warning", seen, todo });
export const failed = (seen: string, todo: string): Finding => ({ status: "failed", seen, todo });
