import { z } from "zod";
import { environmentKey } from "@/lib/core/contract/environment";
import { line, name } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import { email } from "@/lib/core/contract/user";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";

const publicId = z
  .string()
  .meta({ description: "The id that the tenant sends as `X-Tenant-Id` (`atr_…`)." });
const kind = z.enum(["development", "staging", "production"]);

export const OperatedTenantResource = z
  .object({
    id: publicId,
    name: z.string(),
    status: z.enum(["active", "disabled"]),
    disabled_at: timestamp.nullable(),
    disabled_reason: z.string().nullable(),
    installations: z.object({
      limit: z.int().meta({ description: "How many installations the tenant allows itself." }),
      maximum: z
        .int()
        .meta({ description: "The highest value that the limit can have, set by the operator." }),
      active: z.int(),
    }),
    environments: z.array(z.object({ id, key: z.string(), name: z.string(), kind })),
    created_at: timestamp,
  })
  .meta({
    id: "OperatedTenant",
    description: "A tenant as an operator sees it, without the tenant's data.",
  });

export const OperatedTenantList = z
  .object({ tenants: z.array(OperatedTenantResource) })
  .meta({ id: "OperatedTenantList" });

export const TenantsQuery = z.strictObject({
  q: z.string().optional().meta({ description: "Part of the name, or the whole id." }),
});

export const NewTenantBody = z
  .strictObject({
    name,
    environments: z
      .array(z.strictObject({ key: environmentKey, name, kind }))
      .min(1)
      .max(20)
      .optional()
      .meta({ description: "Production and development when left out. Keys are unique." }),
    owner: email.optional().meta({
      description:
        "The email address of the tenant's first owner, who gets an invitation by email. Without this field the tenant has no owner until an operator invites one in the dashboard.",
    }),
  })
  .meta({ id: "NewTenant" });

export const DisableTenantBody = z
  .strictObject({
    reason: line(500)
      .optional()
      .meta({ description: "Shown to the tenant's administrators, kept in its audit log." }),
  })
  .meta({ id: "DisableTenant" });

export const InstallationMaximumBody = z
  .strictObject({ maximum: z.int().min(0).max(1_000_000) })
  .meta({ id: "InstallationMaximum" });

/** A tenant in wire format. */
export function operatedTenantResponse(
  tenant: OperatedTenant,
): z.infer<typeof OperatedTenantResource> {
  return {
    id: tenant.publicId,
    name: tenant.name,
    status: tenant.status,
    disabled_at: wireTimeOrNull(tenant.disabledAt),
    disabled_reason: tenant.disabledReason,
    installations: {
      limit: tenant.installationLimit,
      maximum: tenant.installationMaximum,
      active: tenant.activeInstallations,
    },
    environments: tenant.environments.map(({ id, key, name, kind }) => ({ id, key, name, kind })),
    created_at: wireTime(tenant.createdAt),
  };
}
