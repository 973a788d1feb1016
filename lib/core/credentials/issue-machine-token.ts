import type { ResolvedCredential } from "@/lib/core/credentials/credential-store";
import { grantedScope } from "@/lib/core/credentials/granted-scope";
import { signMachineToken } from "@/lib/core/credentials/machine-token";
import { proveCredential } from "@/lib/core/credentials/prove-credential";
import { takeTokenPointAndRecord } from "@/lib/core/credentials/token-request-store";
import type { RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { countBrake } from "@/lib/kernel/process/counters";
import {
  assertTokenRequest,
  countTokenRequest,
  tokenBucket,
} from "@/lib/kernel/rate-limits/token-requests";

interface MachineTokenRequest {
  clientId: string;
  secret: string | null;
  /** Space-separated; null for all that the credential holds. */
  scope: string | null;
  /** The protocol refuses the request of any client: it is counted, and nothing is issued. */
  refused: boolean;
  context: RequestContext;
}

/** Result of a request whose credential is verified. */
export type MachineTokenOutcome =
  | { status: "issued"; token: string; scope: string }
  | { status: "scope_not_held"; scopes: string[] }
  | { status: "refused" };

/** Issues a machine token to the credential that a client id and one of its live secrets prove: counts the
 *  request, records that the token is issued, and signs it.
 *  @param admit runs once the credential is verified, before anything is counted
 *  @returns null when nothing is proven; then nothing is counted
 *  @throws ServiceError `rate_limited`; then nothing is issued or recorded */
export async function issueMachineToken(
  { clientId, secret, scope: requestedScope, refused, context }: MachineTokenRequest,
  admit: (proved: ResolvedCredential) => Promise<void>,
): Promise<MachineTokenOutcome | null> {
  const credential = await proveCredential(clientId, secret);
  if (!credential) return null;
  await admit(credential);
  const granted = grantedScope(requestedScope, credential.scopes);
  const bucket = tokenBucket("authenticated", clientId);
  if ("notHeld" in granted || refused) {
    await countTokenRequest(bucket);
    return "notHeld" in granted
      ? { status: "scope_not_held", scopes: granted.notHeld }
      : { status: "refused" };
  }
  const { scope } = granted;
  const at = now();
  const entry = {
    kind: "credential.token_issued",
    actor: { type: "credential", id: credential.credentialId, name: credential.name },
    context,
    metadata: { scope },
    at,
  } as const;
  const taken = await takeTokenPointAndRecord(credential, { ...bucket, entry });
  if (!taken.allowed) countBrake(bucket.budget.name);
  assertTokenRequest(taken);
  const token = await signMachineToken({ clientId, ...credential }, scope, at);
  return { status: "issued", token, scope };
}
