import type { Section } from "@/lib/features/configuration/section";
import { changePreviousSystem } from "@/lib/features/migration/previous-system/change-previous-system";
import { readPreviousSystem } from "@/lib/features/migration/previous-system/previous-system-store";

interface Wanted {
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
  wanted: ({ previousSystem }) =>
    previousSystem === undefined ? undefined : { "": { previousSystem } },
  create: async () => {},
  change: async ({ caller }, _, { previousSystem }) => {
    const wanted = previousSystem as Wanted | null;
    await changePreviousSystem(
      caller,
      wanted ? { url: wanted.url, isEnabled: wanted.enabled } : { url: null },
    );
  },
  remove: async () => {},
};
