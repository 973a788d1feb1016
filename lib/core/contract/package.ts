import { z } from "zod";
import { ofSize, WITH_SETS } from "@/lib/core/contract/body-size";
import { idSet, key, name, words } from "@/lib/core/contract/fields";
import { id } from "@/lib/core/contract/names";
import type { Package } from "@/lib/core/packages/package";

const status = z.enum(["active", "inactive"]);

export const PackageResource = z
  .object({
    id,
    key: z.string(),
    name: z.string(),
    status,
    entitlements: z.array(z.string()),
    app_ids: z.array(id),
  })
  .meta({ id: "Package", description: "What an organization has bought." });

export const PackageList = z
  .object({ packages: z.array(PackageResource) })
  .meta({ id: "PackageList" });

export const NewPackageBody = ofSize(
  z
    .strictObject({
      key,
      name,
      status: status.optional(),
      entitlements: words.optional(),
      app_ids: idSet.optional(),
    })
    .meta({ id: "NewPackage" }),
  WITH_SETS,
);

export const PackageChangesBody = ofSize(
  z
    .strictObject({
      key: key.optional(),
      name: name.optional(),
      status: status.optional(),
      entitlements: words.optional(),
    })
    .meta({ id: "PackageChanges", description: "Fields that are absent stay as they are." }),
  WITH_SETS,
);

/** A package in wire format. */
export function packageResponse(stored: Package): z.infer<typeof PackageResource> {
  return {
    id: stored.id,
    key: stored.key,
    name: stored.name,
    status: stored.status,
    entitlements: stored.entitlements,
    app_ids: stored.appIds,
  };
}
