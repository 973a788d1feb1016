import { z } from "zod";
import { jsonOnly, type ReasonRows } from "@/lib/kernel/errors/row";

/** Reasons of enrolment tokens, and of the installations that enrol with them. */
export const enrolmentErrors = {
  enrolment_token_unknown: jsonOnly(401, {
    cause: "There is no such enrolment token.",
    remedy:
      "Copy the token again, whole. It was shown once, when it was issued; if it is lost, issue another.",
  }),
  enrolment_token_revoked: jsonOnly(403, {
    cause: "The enrolment token was revoked. Installations that enrolled with it continue to work.",
    remedy: "Issue another token if more installations are to enrol.",
  }),
  enrolment_token_not_yet_valid: jsonOnly(403, {
    cause: "The token's `not_before` is in the future.",
    remedy:
      "Wait until then. This token will work; it needs no replacement. If it should work now, compare the clocks.",
  }),
  enrolment_token_expired: jsonOnly(403, {
    cause: "The token's `expires_at` is past.",
    remedy: "Issue another token: a token's limits never change.",
  }),
  enrolment_token_exhausted: jsonOnly(403, {
    cause: "The token has enrolled as many installations as its `max_uses`.",
    remedy: "Issue another token.",
  }),
  enrolment_token_rate_limited: jsonOnly(429, {
    cause: "More installations enrol with this token in a minute than its `per_minute` allows.",
    remedy:
      "Wait for `Retry-After` with jitter, and redeem again. Spread a large roll-out over time.",
  }),
  installation_key_duplicate: jsonOnly(409, {
    cause:
      "An installation of the tenant has this public key already: `installation_id` names it. Nothing was used up.",
    remedy:
      "If this is the same copy and its first answer got lost, continue with that `installation_id`. Otherwise two copies share a key: make a key of its own for each. A retired installation keeps its key.",
    fields: {
      installation_id: z.uuid().describe("the installation that has the key."),
    },
  }),
  installation_limit_reached: jsonOnly(409, {
    cause:
      "The tenant has as many active installations as its limit allows, over all environments.",
    remedy:
      "Retire installations that are gone, or raise the limit ([installation capacity](/docs/reference/installations#changeInstallationCapacity)), up to the maximum that the operator set.",
  }),
  enrolment_app_invalid: jsonOnly(422, {
    cause: "The app of a new enrolment token is not in the environment, or is disabled.",
    remedy:
      "Correct `app_id`, or enable the app. [The list of apps](/docs/reference/apps#listApps) has the ids.",
  }),
  enrolment_workspace_invalid: jsonOnly(422, {
    cause:
      "The organization of a new enrolment token has no workspace in the environment, or is disabled there.",
    remedy: "Correct `organization_id`, or add the organization to the environment.",
  }),
  installation_limit_above_maximum: jsonOnly(422, {
    cause:
      "The limit is above the maximum that the operator approved. `maximum` says how high it is.",
    remedy: "Choose a lower limit, or have the operator raise the maximum first.",
    fields: {
      maximum: z.int().describe("the highest limit that is possible."),
    },
  }),
  installation_maximum_below_limit: jsonOnly(422, {
    cause:
      "The maximum would be below the limit that the tenant has set for itself. `limit` has that limit.",
    remedy: "Have the tenant lower its limit first, or choose a higher maximum.",
    fields: {
      limit: z.int().describe("the tenant's own limit."),
    },
  }),
  installation_campaign_changed: jsonOnly(409, {
    cause:
      "The installations that the campaign selects are not those that were displayed, even if there are as many. `count` and `membership_version` are the current ones.",
    remedy:
      "Show the new count to a person, and have them confirm again. Never let a program repeat the confirmation.",
    fields: {
      count: z.int().describe("how many installations the campaign reaches now."),
      membership_version: z.string().describe("the version of what a person has to be shown now."),
    },
  }),
} as const satisfies ReasonRows;
