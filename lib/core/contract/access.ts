import { z } from "zod";
import { layerNames } from "@/lib/core/access/evaluate-access";
import type { AccessExplanation } from "@/lib/core/access/explain-decision";
import { bodyId } from "@/lib/core/contract/fields";
import { id } from "@/lib/core/contract/names";
import { accessDenials } from "@/lib/kernel/errors/access-errors";
import { namesOf } from "@/lib/kernel/errors/catalogue";

/** Denial codes of the access evaluator, in the order of its checks (spec, Code vocabulary). */
export const AccessDenialCode = z.enum(namesOf(accessDenials)).meta({
  id: "AccessDenialCode",
  description: "The layers of the access evaluator, in order: the first that denies decides.",
});

export const ExplainAccessBody = z
  .strictObject({
    user_id: bodyId,
    app_id: bodyId,
    organization_id: bodyId.nullable().optional().meta({
      description: "Without an organization, the evaluator looks at every membership of the user.",
    }),
  })
  .meta({ id: "ExplainAccess" });

export const AccessExplanationResource = z
  .object({
    outcome: z.enum(["granted", "denied", "selection_required"]),
    reason: AccessDenialCode.nullable(),
    observed: z
      .array(AccessDenialCode)
      .meta({ description: "Layers that would have denied if the policy were enforced." }),
    grant: z
      .object({
        organization_id: id,
        role: z.string(),
        permissions: z.array(z.string()),
        package: z.string().nullable(),
        entitlements: z.array(z.string()),
      })
      .nullable(),
    organizations: z.array(z.object({ id, name: z.string(), slug: z.string() })).meta({
      description: "The organizations to choose from, when several memberships reach the app.",
    }),
    evaluations: z.array(
      z.object({
        organization_id: id.nullable(),
        layers: z.array(
          z.object({
            name: z.enum(layerNames).meta({ description: "What the layer looks at." }),
            layer: AccessDenialCode.meta({ description: "The code with which the layer denies." }),
            result: z.enum(["passed", "denied", "observed", "skipped", "not_reached"]),
          }),
        ),
        missing_entitlements: z.array(z.string()).meta({
          description:
            "Entitlements that the app requires and the organization does not hold, where the last layer denies or would.",
        }),
        package_lacks_app: z.boolean().meta({
          description:
            "The app takes listed packages, and the organization's package does not list the app.",
        }),
      }),
    ),
  })
  .meta({ id: "AccessExplanation" });

/** An access explanation in wire format. */
export function accessExplanationResponse({
  decision,
  evaluations,
}: AccessExplanation): z.infer<typeof AccessExplanationResource> {
  const grant = decision.outcome === "granted" ? decision.grant : null;
  return {
    outcome: decision.outcome,
    reason: decision.outcome === "denied" ? decision.reason : null,
    observed: decision.outcome === "granted" ? decision.observed : [],
    grant: grant && {
      organization_id: grant.organizationId,
      role: grant.role,
      permissions: grant.permissions,
      package: grant.package,
      entitlements: grant.entitlements,
    },
    organizations: decision.outcome === "selection_required" ? decision.organizations : [],
    evaluations: evaluations.map(({ organizationId, layers, missing }) => ({
      organization_id: organizationId,
      layers,
      missing_entitlements: missing.entitlements,
      package_lacks_app: missing.packageLacksApp,
    })),
  };
}
