import { demo } from "./hosted-journey";
import { ownerQuery } from "./owner-query";

/** Lets only these factors count in the demo tenant, without a day of grace. */
export async function requireFactors(...factors: ("totp" | "passkey")[]): Promise<void> {
  await change(factors, 0);
}

/** Lets all count again, as at first. */
export async function requireNothing(): Promise<void> {
  await change(null, null);
}

async function change(factors: string[] | null, graceDays: number | null): Promise<void> {
  await ownerQuery(
    `INSERT INTO tenant_security_policies (tenant_id, allowed_factors, factor_grace_days)
     SELECT id, $2::text[], $3::int FROM tenants WHERE public_id = $1
     ON CONFLICT (tenant_id) DO UPDATE SET allowed_factors = $2::text[], factor_grace_days = $3::int`,
    [demo().tenant_id, factors, graceDays],
  );
}
