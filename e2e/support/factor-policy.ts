import { demo } from "./hosted-journey";
import { ownerQuery } from "./owner-query";

/** Allows only these factors in the demo tenant, without a grace period. */
export async function requireFactors(...factors: ("totp" | "passkey")[]): Promise<void> {
  await change(factors, 0);
}

/** Allows all factors again, as at first. */
export async function requireNothing(): Promise<void> {
  await change(null, null);
}

/** Allows all factors, and a code by email beside a factor of the user's own. */
export async function takeMailBesideFactors(): Promise<void> {
  await change(null, null, true);
}

async function change(
  factors: string[] | null,
  graceDays: number | null,
  mailBeside: boolean | null = null,
): Promise<void> {
  await ownerQuery(
    `INSERT INTO tenant_security_policies (tenant_id, allowed_factors, factor_grace_days, email_otp_beside_factors)
     SELECT id, $2::text[], $3::int, $4::boolean FROM tenants WHERE public_id = $1
     ON CONFLICT (tenant_id) DO UPDATE SET allowed_factors = $2::text[], factor_grace_days = $3::int,
       email_otp_beside_factors = $4::boolean`,
    [demo().tenant_id, factors, graceDays, mailBeside],
  );
}
