import { z } from "zod";

/** Schema of a number of installations. */
const installationCount = z.int().min(0).max(1_000_000);

export const InstallationCapacityResource = z
  .object({
    limit: z
      .int()
      .meta({ description: "How many installations may be active, over all environments." }),
    maximum: z.int().meta({
      description:
        "The highest value that the limit can have. The platform's operator sets this maximum.",
    }),
    active: z.int(),
  })
  .meta({ id: "InstallationCapacity" });

export const InstallationCapacityBody = z
  .strictObject({ limit: installationCount })
  .meta({ id: "InstallationCapacityChanges" });
