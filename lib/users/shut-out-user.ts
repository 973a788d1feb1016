import type { TenantTransaction } from "@/lib/db";
import { endUserPayloads } from "@/lib/oidc-payloads/end-user-payloads";
import { type Ending, endSessions } from "@/lib/sessions/end-sessions";
import { revokeTrustedDevices } from "@/lib/trusted-devices/revoke-trusted-devices";
import { withdrawEveryProof } from "@/lib/users/open-proof-store";

/** Ends everything that lets a user in, in the transaction that suspends or deletes: sessions direct and
 *  hosted (relying parties are told by back-channel logout), the provider's grants and refresh tokens,
 *  trusted devices, and every link, grant and code that is still out. The user's row must be held, so that
 *  no sign-in slips in between. */
export async function shutOutUser(
  transaction: TenantTransaction,
  userId: string,
  by: Ending,
): Promise<{ sessions: number; devices: number }> {
  const sessions = await endSessions(transaction, { userId }, by);
  await endUserPayloads(transaction, userId);
  const devices = await revokeTrustedDevices(transaction, { userId }, by);
  await withdrawEveryProof(transaction, userId, by.at);
  return { sessions, devices };
}
