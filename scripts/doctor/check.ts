import type { Config } from "@/lib/kernel/config/config";
import type { Ask } from "@/lib/kernel/db/ask";

/** How something is. What was skipped could not be looked at, because something else is wrong or it does not apply. */
export type Status = "ok" | "warning" | "failed" | "skipped";

/** What a check saw, and what to do about it; null where there is nothing to do. */
export interface Finding {
  status: Status;
  seen: string;
  todo: string | null;
}

/** What checks look at. */
export interface Installation {
  config: Config;
  /** As the service asks: by the login of DATABASE_URL, in the role `atrium_app`. */
  ask: Ask;
}

/** Something that the doctor looks at. Checks run beside each other, and none of them changes anything.
 *  `needs` says what must be well before it can look. */
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
