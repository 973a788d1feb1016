import { z } from "zod";
import { snakeKeys } from "@/lib/core/contract/names";
import {
  type PolicyField,
  policyFieldNames,
  policyFields,
  userPolicyFields,
} from "@/lib/core/security-policy/fields";
import {
  type PolicyOverrides,
  resolvePolicy,
  type SecurityPolicy,
} from "@/lib/core/security-policy/security-policy";
import { type Snake, snakeName } from "@/lib/kernel/names";

/** Schemas of fields by their wire names. */
type Shape<F extends PolicyField> = {
  [K in F as Snake<K>]: z.ZodType<SecurityPolicy[K], SecurityPolicy[K]>;
};

function shapeOf<F extends PolicyField>(fields: readonly F[], schema: "schema" | "type"): Shape<F> {
  return inWireFormat<F, z.ZodType>(fields, (field) => policyFields[field][schema]) as Shape<F>;
}

function inWireFormat<F extends PolicyField, V>(fields: readonly F[], value: (field: F) => V) {
  return Object.fromEntries(fields.map((field) => [snakeName(field), value(field)]));
}

/** Every field of a security policy with its meaning. Lockouts are null when they are off. */
export const policyShape = shapeOf(policyFieldNames, "schema");

const overrides = z.strictObject(policyShape).partial().meta({
  description:
    "The fields that the tenant overrides. Every other field follows the platform's default, whatever that is.",
});

export const SecurityPolicyResource = z.object({ ...policyShape, overrides }).meta({
  id: "SecurityPolicy",
  description: "A tenant's security policy as it is in force, and what the tenant overrides of it.",
});

const nullable = Object.fromEntries(
  Object.entries(policyShape).map(([name, field]) => [
    name,
    field.nullable().optional().meta({ description: field.description }),
  ]),
) as { [N in keyof typeof policyShape]: z.ZodOptional<z.ZodNullable<(typeof policyShape)[N]>> };

export const SecurityPolicyBody = z.strictObject(nullable).meta({
  id: "SecurityPolicyChanges",
  description:
    "Fields that are absent stay as they are. A field that is null follows the platform's default again.",
});

export const AccountPolicyResource = z
  .object(shapeOf(userPolicyFields, "type"))
  .meta({ id: "AccountPolicy", description: "The policy in force, for a page that explains it." });

/** A policy in wire format. */
export function securityPolicyResponse(
  own: Partial<PolicyOverrides> | null,
  defaults: SecurityPolicy,
): z.infer<typeof SecurityPolicyResource> {
  const set = Object.entries(own ?? {}).filter(([, value]) => value !== null);
  const inForce = policyInForce(resolvePolicy(own, defaults));
  return { ...inForce, overrides: snakeKeys(Object.fromEntries(set)) };
}

/** All fields of a policy with their values in force, in wire format. */
export function policyInForce(policy: SecurityPolicy) {
  return snakeKeys(policy) as { [F in PolicyField as Snake<F>]: SecurityPolicy[F] };
}

/** The policy that users see, in wire format. */
export function accountPolicyResponse(
  policy: SecurityPolicy,
): z.infer<typeof AccountPolicyResource> {
  const values = inWireFormat<PolicyField, unknown>(userPolicyFields, (field) => policy[field]);
  return values as z.infer<typeof AccountPolicyResource>;
}
