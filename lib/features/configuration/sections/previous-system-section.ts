import type { Section } from "@/lib/features/configuration/section";
import { changePreviousSystem } from "@/lib/features/migration/previous-system/change-previous-system";
import { readPreviousSystem } from "@/lib/features/migration/previous-system/previous-system-store";

interface Fields {
  url: string;
  enabled: boolean;
}

/** System that verifies passwords that the service does not have yet. Its secrets are created elsewhere:
 *  without one it is not used. */
export const previousSystemSection: Section = {
  name: "previousSystem",
  empty: { "": { previousSystem: null } },
  read: async (db) => {
    const system = await readPreviousSystem(db);
    return {
      "": { previousSystem: system && { url: system.url, enabled: system.isEnabled } },
    };
  },
  desired: ({ previousSystem }) =>
    previousSystem === undefined ? undefined : { "": { previousSystem } },
  create: async () => {},
  change: async ({ caller }, _, { previousSystem }) => {
    const desired = previousSystem as Fields | null;
    await changePreviousSystem(
      caller,
      desired ? { url: desired.url, isEnabled: desired.enabled } : { url: null },
    );
  },
  remove: async () => {},
};
