import { z } from "zod";
import type { App } from "@/lib/apps/app";
import { ofSize, WITH_SETS } from "@/lib/contract/body-size";
import { idSet, key, words } from "@/lib/contract/fields";
import { id } from "@/lib/contract/names";

const packagePolicy = z.enum(["none", "any", "listed"]).meta({
  description:
    "`none` needs no package, `any` an active assigned package, `listed` an active assigned package that lists the app.",
});

export const AppResource = z
  .object({
    id,
    key: z.string(),
    name: z.string(),
    status: z.enum(["active", "disabled"]),
    package_policy: packagePolicy,
    allowed_organization_types: z
      .array(z.string())
      .meta({ description: "Keys of organization types; empty allows all." }),
    required_entitlements: z.array(z.string()),
  })
  .meta({ id: "App", description: "A product, or a part of a product, that users enter." });

export const AppList = z.object({ apps: z.array(AppResource) }).meta({ id: "AppList" });

export const PackagePolicyBody = ofSize(
  z
    .strictObject({
      package_policy: packagePolicy.optional(),
      allowed_organization_types: z
        .array(key)
        .max(500)
        .overwrite((list) => [...new Set(list)])
        .optional(),
      required_entitlements: words.optional(),
    })
    .meta({ id: "PackagePolicyChanges", description: "Fields that are absent stay as they are." }),
  WITH_SETS,
);

export const AppSetBody = ofSize(
  z.strictObject({ app_ids: idSet }).meta({ id: "AppSet", description: "Replaces the whole set." }),
  WITH_SETS,
);

/** An app as the wire writes it. */
export function appResponse(app: App): z.infer<typeof AppResource> {
  return {
    id: app.id,
    key: app.key,
    name: app.name,
    status: app.status,
    package_policy: app.packagePolicy,
    allowed_organization_types: app.allowedOrganizationTypes,
    required_entitlements: app.requiredEntitlements,
  };
}
