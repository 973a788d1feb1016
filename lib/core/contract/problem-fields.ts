import { z } from "zod";
import { id } from "@/lib/core/contract/names";

const typePair = z.object({ organization_type: z.string(), environment: z.string() });

/** Additional fields of a problem document, by its code. A test of every route verifies that a
 *  refusal has no other field. */
export const problemFields = {
  step_up_required: {
    methods: z
      .array(z.string())
      .meta({ description: "With `step_up_required`: the methods of which a proof would do." }),
  },
  organization_selection_required: {
    organizations: z.array(z.object({ id, name: z.string(), slug: z.string() })).meta({
      description:
        "With `organization_selection_required`: the organizations that the user can choose from.",
    }),
  },
  organization_type_not_resolved: {
    requested: typePair.meta({
      description: "With `organization_type_not_resolved`: what was asked for.",
    }),
    available: z.array(typePair).meta({
      description: "With `organization_type_not_resolved`: at most 50 of the pairs that would do.",
    }),
    available_total: z.int().meta({
      description: "With `organization_type_not_resolved`: how many pairs would do.",
    }),
  },
  installation_key_duplicate: {
    installation_id: id.meta({
      description: "With `installation_key_duplicate`: the installation that has the key.",
    }),
  },
  installation_limit_above_maximum: {
    maximum: z.int().meta({
      description: "With `installation_limit_above_maximum`: the highest limit that is possible.",
    }),
  },
  installation_maximum_below_limit: {
    limit: z.int().meta({
      description: "With `installation_maximum_below_limit`: the tenant's own limit.",
    }),
  },
  installation_campaign_changed: {
    count: z.int().meta({
      description:
        "With `installation_campaign_changed`: how many installations the campaign reaches now.",
    }),
    membership_version: z.string().meta({
      description:
        "With `installation_campaign_changed`: the version of what a person has to be shown now.",
    }),
  },
  external_principal_already_claimed: {
    claimed_by: id.nullable().meta({
      description:
        "With `external_principal_already_claimed`: the user whose binding is live; null when it has just ended.",
    }),
  },
} satisfies Record<string, Record<string, z.ZodType>>;
