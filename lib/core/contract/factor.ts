import { z } from "zod";
import type { AccountFactors } from "@/lib/core/account-security/read-factors";
import { id, timestamp, wireTime, wireTimeOrNull } from "@/lib/core/contract/names";
import { factorTypes } from "@/lib/core/factors/factor";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import type { ResetFactors } from "@/lib/core/user-lifecycle/reset-factors";

/** Types of the factors besides the password. */
export const factorType = z.enum(factorTypes);

const ofEvery = {
  id,
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
};

export const FactorResource = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("totp"), ...ofEvery }),
    z.object({
      type: z.literal("passkey"),
      ...ofEvery,
      aaguid: z.string().meta({
        description: "The make of the authenticator; zeros where the browser keeps it to itself.",
      }),
      backed_up: z.boolean().meta({
        description: "Whether the passkey has been copied to the user's other devices.",
      }),
      transports: z.array(z.string()),
    }),
  ])
  .meta({ id: "Factor" });

export const FactorList = z
  .object({
    factors: z.array(FactorResource),
    recovery_codes_left: z.int().min(0).meta({ description: "How many still work." }),
  })
  .meta({ id: "FactorList" });

export const RecoveryCodesResource = z
  .object({
    recovery_codes: z.array(z.string()).meta({
      description: "Ten, twelve digits each. This answer alone has them.",
    }),
  })
  .meta({ id: "RecoveryCodes" });

export const RevokedFactorResource = z
  .object({ revoked: z.int().min(0).meta({ description: "How many factors this call removed." }) })
  .meta({ id: "RevokedFactor" });

export const FactorsResetResource = z
  .object({ factors_removed: z.int().min(0), sessions_revoked: z.int().min(0) })
  .meta({ id: "FactorsReset" });

/** A factor in wire format. */
export function factorResponse(factor: OwnedFactor): z.infer<typeof FactorResource> {
  const { type, name, transports } = factor;
  const every = {
    id: factor.id,
    name,
    created_at: wireTime(factor.createdAt),
    last_used_at: wireTimeOrNull(factor.lastUsedAt),
  };
  if (type === "totp") return { type, ...every };
  return {
    type,
    ...every,
    aaguid: factor.aaguid ?? NO_AAGUID,
    backed_up: factor.backedUp ?? false,
    transports,
  };
}

const NO_AAGUID = "00000000-0000-0000-0000-000000000000";

/** A user's factors in wire format. */
export function factorsResponse({
  factors,
  recoveryCodesLeft,
}: AccountFactors): z.infer<typeof FactorList> {
  return { factors: factors.map(factorResponse), recovery_codes_left: recoveryCodesLeft };
}

/** New recovery codes in wire format. */
export function recoveryCodesResponse(codes: string[]): z.infer<typeof RecoveryCodesResource> {
  return { recovery_codes: codes };
}

/** Factors that a reset removed, in wire format. */
export function factorsResetResponse(reset: ResetFactors): z.infer<typeof FactorsResetResource> {
  return { factors_removed: reset.factorsRemoved, sessions_revoked: reset.sessionsRevoked };
}
