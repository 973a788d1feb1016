import { z } from "zod";
import { ofSize } from "@/lib/core/contract/body-size";
import { bodyId, word } from "@/lib/core/contract/fields";
import { type CamelKeys, camelKeys, id } from "@/lib/core/contract/names";
import type { EntitlementPolicy } from "@/lib/core/entitlements/entitlement-policy";

const mode = z.enum(["enforce", "observe", "off"]).meta({
  description:
    "Governs the package and entitlement layers: `enforce` denies, `observe` audits what the layers would have denied, `off` skips the layers.",
});
const effect = z.enum(["grant", "deny"]);

export const EntitlementPolicyResource = z
  .object({
    mode,
    default_package_id: id
      .nullable()
      .meta({ description: "Holds for organizations without a package of their own." }),
    overrides: z.array(z.object({ organization_id: id, entitlement: z.string(), effect })),
  })
  .meta({ id: "EntitlementPolicy" });

const MOST_OVERRIDES = 5000;
/** Bytes of an override with the longest entitlement, its names, punctuation and some white space. */
const OVERRIDE_BYTES = 320;

export const EntitlementPolicyBody = ofSize(
  z
    .strictObject({
      mode: mode.optional(),
      default_package_id: bodyId.nullable().optional(),
      overrides: z
        .array(z.strictObject({ organization_id: bodyId, entitlement: word, effect }))
        .max(MOST_OVERRIDES)
        .optional()
        .meta({ description: "Replaces the whole list." }),
    })
    .meta({
      id: "EntitlementPolicyChanges",
      description: "Fields that are absent stay as they are.",
    }),
  MOST_OVERRIDES * OVERRIDE_BYTES,
);

/** The policy in wire format. */
export function entitlementPolicyResponse(
  policy: EntitlementPolicy,
): z.infer<typeof EntitlementPolicyResource> {
  return {
    mode: policy.mode,
    default_package_id: policy.defaultPackageId,
    overrides: policy.overrides.map(({ organizationId, entitlement, effect: what }) => ({
      organization_id: organizationId,
      entitlement,
      effect: what,
    })),
  };
}

/** The changes in a body, in camelCase. */
export function entitlementPolicyChanges(
  body: CamelKeys<z.output<typeof EntitlementPolicyBody>>,
): Partial<EntitlementPolicy> {
  const { overrides, ...rest } = body;
  return overrides ? { ...rest, overrides: overrides.map(camelKeys) } : rest;
}
