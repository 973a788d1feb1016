import { z } from "zod";
import { jsonOnly, type ReasonRows } from "@/lib/kernel/errors/row";

/** Reasons of identity sources, external principals and identity bindings. */
export const externalIdentityErrors = {
  identity_source_issuer_duplicate: jsonOnly(409, {
    cause: "The environment has an identity source with this issuer already.",
    remedy: "Change that source instead: an environment has an issuer once.",
  }),
  external_principal_duplicate: jsonOnly(409, {
    cause: "The source has a principal with this subject already.",
    remedy: "Use the existing principal: the list of external principals has its id.",
  }),
  external_principal_already_claimed: jsonOnly(409, {
    cause:
      "The principal has a live binding to another user: `claimed_by` names the user. Of parallel claims one wins.",
    remedy: "Release that binding first, if this user is the right one.",
    fields: {
      claimed_by: z
        .uuid()
        .nullable()
        .describe("the user whose binding is live; null when it has just ended."),
    },
  }),
  identity_source_tenant_invalid: jsonOnly(422, {
    cause: "The tenant has no such environment.",
    remedy:
      "Correct `environment`: [Read a tenant](/docs/reference/operator#readTenant) lists the keys.",
  }),
  external_principal_source_invalid: jsonOnly(422, {
    cause: "The identity source is not in the environment.",
    remedy: "Correct `source_id`; the list of identity sources has the ids.",
  }),
  identity_binding_principal_invalid: jsonOnly(422, {
    cause: "The external principal is not in the environment.",
    remedy: "Correct `principal_id`; the list of external principals has the ids.",
  }),
  identity_binding_user_invalid: jsonOnly(422, {
    cause: "The user is not in the environment.",
    remedy:
      "Correct `user_id`; find the user by [email or external id](/docs/reference/users#listUsers).",
  }),
} as const satisfies ReasonRows;
