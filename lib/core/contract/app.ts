import { z } from "zod";
import type { App } from "@/lib/core/apps/app";
import { ofSize, WITH_SETS } from "@/lib/core/contract/body-size";
import { idSet, key, name, words } from "@/lib/core/contract/fields";
import { id } from "@/lib/core/contract/names";

const packagePolicy = z.enum(["none", "any", "listed"]).meta({
  description:
    "`none` needs no package, `any` an active assigned package, `listed` an active assigned package that lists the app.",
});

export const AppResource = z
  .object({
    id: id.meta({ description: "The `aud` of the app's access tokens." }),
    key: z.string().meta({ description: "What code calls the app; unique in the environment." }),
    name: z.string().meta({ description: "What people call the app." }),
    status: z
      .enum(["active", "disabled"])
      .meta({ description: "No token is issued or refreshed for a disabled app." }),
    package_policy: packagePolicy,
    allowed_organization_types: z
      .array(z.string())
      .meta({ description: "Keys of organization types; empty allows all." }),
    required_entitlements: z.array(z.string()).meta({
      description: "What an organization must be entitled to, by its package or an override.",
    }),
  })
  .meta({ id: "App", description: "A product, or a part of a product, that users enter." });

export const AppList = z.object({ apps: z.array(AppResource) }).meta({ id: "AppList" });

const allowedOrganizationTypes = z
  .array(key)
  .max(500)
  .overwrite((list) => [...new Set(list)])
  .meta({ description: "Keys of organization types; empty allows all." });
const requiredEntitlements = words.meta({
  description: "What an organization must be entitled to, by its package or an override.",
});
const appName = name.meta({ description: "What people call the app." });

const policyFields = {
  package_policy: packagePolicy.optional(),
  allowed_organization_types: allowedOrganizationTypes.optional(),
  required_entitlements: requiredEntitlements.optional(),
};

export const NewAppBody = ofSize(
  z
    .strictObject({
      key: key.meta({
        description:
          "What code calls the app. The key is unique in the environment and never changes.",
      }),
      name: appName,
      ...policyFields,
    })
    .meta({
      id: "NewApp",
      description:
        "Without more, the app needs no package and allows every organization type. Nobody reaches the app until a role is given it.",
    }),
  WITH_SETS,
);

export const AppChangesBody = z
  .strictObject({ name: appName.optional() })
  .meta({ id: "AppChanges", description: "Fields that are absent stay as they are." });

export const PackagePolicyBody = ofSize(
  z
    .strictObject(policyFields)
    .meta({ id: "PackagePolicyChanges", description: "Fields that are absent stay as they are." }),
  WITH_SETS,
);

export const AppSetBody = ofSize(
  z.strictObject({ app_ids: idSet }).meta({ id: "AppSet", description: "Replaces the whole set." }),
  WITH_SETS,
);

/** An app in wire format. */
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
