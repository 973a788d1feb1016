import { beforeTenant } from "@/lib/db";

/** What can be swept, as the database's function knows it. */
export type Sweepable =
  | "interactions"
  | "oidc_payloads"
  | "one_time_secrets"
  | "login_codes"
  | "used_proofs"
  | "exchanged_tokens"
  | "rate_limit_buckets"
  | "unsent_mail"
  | "mail_messages"
  | "unmade_deliveries"
  | "logout_deliveries"
  | "sessions"
  | "trusted_devices";

/** Clears some rows of one kind, of every tenant, which only this function of the database may do. Rows that
 *  somebody holds are left; the time is PostgreSQL's.
 *  @param keepSeconds how long ago a row has to have ended; the database knows a least time for each kind
 *  @returns how many rows it cleared: `atMost` when there may be more */
export async function sweepRows(
  subject: Sweepable,
  keepSeconds: number,
  atMost: number,
): Promise<number> {
  const [row] = await beforeTenant.$queryRaw<{ swept: number }[]>`
    SELECT atrium_sweep(${subject}, ${keepSeconds}::float8, ${atMost}::int) AS swept`;
  return row?.swept ?? 0;
}
