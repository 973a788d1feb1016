import { z } from "zod";
import type { CamelKeys } from "@/lib/core/contract/names";
import { policyInForce, policyShape } from "@/lib/core/contract/security-policy";
import { policyFields } from "@/lib/core/security-policy/fields";
import {
  lockoutFields,
  lockoutOf,
  type SecurityPolicy,
} from "@/lib/core/security-policy/security-policy";
import { snakeName } from "@/lib/kernel/names";

/** The same number as a field of the lockout. */
function sameAs(field: (typeof lockoutFields)[number]) {
  const { least, most } = policyFields[field];
  const description = `As \`${snakeName(field)}\`.`;
  return z.int().meta({ minimum: least, maximum: most, description });
}

const lockout = z.strictObject({
  threshold: sameAs("lockoutThreshold"),
  window_minutes: sameAs("lockoutWindowMinutes"),
  duration_minutes: sameAs("lockoutDurationMinutes"),
});

const fields = {
  ...policyShape,
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

export const PolicyDefaultsBody = z
  .strictObject(fields)
  .partial()
  .refine(
    (body) =>
      body.lockout === undefined ||
      lockoutFields.every((field) => body[snakeName(field)] === undefined),
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

/** The changes in a body, with the lockout in its fields. */
export function policyDefaultChanges({
  lockout,
  ...changes
}: CamelKeys<z.output<typeof PolicyDefaultsBody>>): Partial<SecurityPolicy> {
  if (lockout === undefined) return changes;
  return {
    ...changes,
    lockoutThreshold: lockout?.threshold ?? null,
    lockoutWindowMinutes: lockout?.window_minutes ?? null,
    lockoutDurationMinutes: lockout?.duration_minutes ?? null,
  };
}

/** The defaults in wire format. */
export function policyDefaultsResponse(
  policy: SecurityPolicy,
): z.infer<typeof PolicyDefaultsResource> {
  const own = lockoutOf(policy);
  return {
    ...policyInForce(policy),
    lockout: own && {
      threshold: own.threshold,
      window_minutes: own.windowMinutes,
      duration_minutes: own.durationMinutes,
    },
  };
}
