import { z } from "zod";
import { bodyId, name } from "@/lib/core/contract/fields";
import {
  type CamelKeys,
  id,
  momentFrom1970,
  timestamp,
  wireTimeOrNull,
} from "@/lib/core/contract/names";
import type { EnrolmentToken } from "@/lib/core/enrolment/enrolment-token";
import type { NewEnrolmentToken } from "@/lib/core/enrolment/issue-enrolment-token";

const bound = momentFrom1970.nullable().meta({ description: "Not before 1970." });

export const EnrolmentTokenResource = z
  .object({
    id,
    name: z.string(),
    token_hint: z.string().meta({ description: "The end of the token, which tells tokens apart." }),
    app_id: id,
    organization_id: id.nullable(),
    not_before: timestamp.nullable(),
    expires_at: timestamp.nullable(),
    max_uses: z.int().nullable().meta({ description: "Null for no limit." }),
    uses: z.int(),
    per_minute: z.int().meta({ description: "Redemptions a minute." }),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: "EnrolmentToken", description: "Lets installations of an app enrol themselves." });

export const IssuedEnrolmentToken = EnrolmentTokenResource.extend({
  token: z.string().meta({ description: "`aen_…`. Only in this answer." }),
}).meta({ id: "IssuedEnrolmentToken" });

export const EnrolmentTokenList = z
  .object({ enrolment_tokens: z.array(EnrolmentTokenResource) })
  .meta({ id: "EnrolmentTokenList" });

export const NewEnrolmentTokenBody = z
  .strictObject({
    name,
    app_id: bodyId,
    organization_id: bodyId.nullable().optional(),
    not_before: bound.optional(),
    expires_at: bound.optional(),
    max_uses: z.int().min(1).max(1_000_000).nullable().optional(),
    per_minute: z.int().min(1).max(1000).optional(),
  })
  .meta({ id: "NewEnrolmentToken" });

/** The settings of a new enrolment token, from a body. */
export function newEnrolmentToken(
  body: CamelKeys<z.output<typeof NewEnrolmentTokenBody>>,
): NewEnrolmentToken {
  const at = (text: string | null | undefined) => (text ? new Date(text) : null);
  return { ...body, notBefore: at(body.notBefore), expiresAt: at(body.expiresAt) };
}

/** The environment's enrolment tokens in wire format. */
export function enrolmentTokenList(
  tokens: readonly EnrolmentToken[],
): z.infer<typeof EnrolmentTokenList> {
  return { enrolment_tokens: tokens.map(enrolmentTokenResponse) };
}

/** An enrolment token in wire format. */
export function enrolmentTokenResponse(
  token: EnrolmentToken,
): z.infer<typeof EnrolmentTokenResource> {
  return {
    id: token.id,
    name: token.name,
    token_hint: token.hint,
    app_id: token.appId,
    organization_id: token.organizationId,
    not_before: wireTimeOrNull(token.notBefore),
    expires_at: wireTimeOrNull(token.expiresAt),
    max_uses: token.maxUses,
    uses: token.uses,
    per_minute: token.perMinute,
    revoked_at: wireTimeOrNull(token.revokedAt),
  };
}
