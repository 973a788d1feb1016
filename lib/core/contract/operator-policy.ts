import { z } from "zod";
import type { CamelKeys } from "@/lib/core/contract/names";
import { policyFields, policyInForce } from "@/lib/core/contract/security-policy";
import type { PolicyDefaultChanges } from "@/lib/core/operators/change-policy-defaults";
import { type BoundedPolicyField, policyBounds } from "@/lib/core/security-policy/policy-bounds";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";

/** A whole number with bounds in the description. The rules enforce them with 422, to distinguish a value out
 *  of bounds from a value of the wrong type. */
function bounded(field: BoundedPolicyField, description: string) {
  const { least, most } = policyBounds[field];
  return z.int().meta({ minimum: least, maximum: most, description });
}

const lockout = z.strictObject({
  threshold: bounded("lockoutThreshold", "As `lockout_threshold`."),
  window_minutes: bounded("lockoutWindowMinutes", "As `lockout_window_minutes`."),
  duration_minutes: bounded("lockoutDurationMinutes", "As `lockout_duration_minutes`."),
});

const fields = {
  ...policyFields,
  lockout: lockout.nullable().meta({
    deprecated: true,
    description:
      "The three lockout fields above in one field, for callers that already use this field. Null means no lockout.",
  }),
};

export const PolicyDefaultsResource = z.object(fields).meta({
  id: "SecurityPolicyDefaults",
  description:
    "The values of a tenant's security policy in the fields that the tenant does not override.",
});

const lockoutFields = [
  ...(["lockout_threshold", "lockout_window_minutes", "lockout_duration_minutes"] as const),
];

export const PolicyDefaultsBody = z
  .strictObject(fields)
  .partial()
  .refine(
    (body) => body.lockout === undefined || lockoutFields.every((name) => body[name] === undefined),
    {
      path: ["lockout"],
      error:
        "must not be sent together with lockout_threshold, lockout_window_minutes or lockout_duration_minutes",
    },
  )
  .meta({
    id: "SecurityPolicyDefaultsChanges",
    description: "Fields that are absent stay as they are.",
  });

/** The changes in a body, in camelCase. */
export function policyDefaultChanges({
  lockout,
  ...fields
}: CamelKeys<z.output<typeof PolicyDefaultsBody>>): PolicyDefaultChanges {
  return {
    ...fields,
    ...(lockout === undefined
      ? {}
      : {
          lockout: lockout && {
            threshold: lockout.threshold,
            windowMinutes: lockout.window_minutes,
            durationMinutes: lockout.duration_minutes,
          },
        }),
  };
}

/** The defaults in wire format. */
export function policyDefaultsResponse(
  policy: SecurityPolicy,
): z.infer<typeof PolicyDefaultsResource> {
  return {
    ...policyInForce(policy),
    lockout: policy.lockout && {
      threshold: policy.lockout.threshold,
      window_minutes: policy.lockout.windowMinutes,
      duration_minutes: policy.lockout.durationMinutes,
    },
  };
}
