import { type AddedFactor, addFactor, admitAdding } from "@/lib/core/account-security/add-factor";
import { admitRegistrant, type Registrant } from "@/lib/core/account-security/registrant";
import { authenticatorName } from "@/lib/core/factors/authenticator-names";
import { beginCeremony, newChallenge, readCeremony } from "@/lib/core/factors/ceremony";
import { insertPasskey } from "@/lib/core/factors/factor-store";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import { passkeyMethods } from "@/lib/core/factors/passkey-factor";
import { creationOptions, type PasskeyCreationOptions } from "@/lib/core/factors/passkey-options";
import type { PasskeyRegistrationResponse } from "@/lib/core/factors/passkey-response";
import { findPasskeys } from "@/lib/core/factors/passkey-store";
import { noRelyingParty, type RelyingParty } from "@/lib/core/factors/relying-party";
import { relyingPartyOf } from "@/lib/core/factors/relying-party-store";
import { type RegisteredPasskey, verifyRegistration } from "@/lib/core/factors/verify-passkey";
import type { LoginChannel } from "@/lib/core/login/completed-login";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { describeAgent } from "@/lib/kernel/process/describe-agent";

/** A passkey registration in progress. */
export interface PasskeyRegistration {
  token: string;
  options: PasskeyCreationOptions;
  expiresAt: Date;
}

/** Starts the registration of a passkey. Nothing is written.
 *  @throws ServiceError as `admitRegistrant` does, `unprocessable` when the policy allows no passkeys or
 *  the tenant's own pages have no relying party, `conflict` when the user has reached the limit of
 *  passkeys */
export function beginPasskeyRegistration(
  caller: Caller,
  registrant: Registrant,
): Promise<PasskeyRegistration> {
  return inTransaction(caller, async (db) => {
    const { user, channel, boundTo } = await admitAdding(db, caller, registrant, "passkey");
    const rp = await requireRelyingParty(db, channel);
    const [{ name }, keys] = await Promise.all([readTenant(db), findPasskeys(db, user.id, rp.id)]);
    const challenge = newChallenge();
    const ceremony = beginCeremony(caller, "passkeyRegistration", boundTo, { challenge });
    return { ...ceremony, options: creationOptions(rp, challenge, user, { name, keys }) };
  });
}

/** Adds the passkey that an authenticator has made, and spends its registration: of any number of parallel
 *  attempts one adds it.
 *  @param name the user's name for it; null for its make, or the browser
 *  @throws ServiceError as `beginPasskeyRegistration` does, `unprocessable` for an invalid response,
 *  `conflict` for a passkey that is registered already */
export async function finishPasskeyRegistration(
  caller: Caller,
  registrant: Registrant,
  {
    token,
    response,
    name,
  }: {
    token: string;
    response: PasskeyRegistrationResponse;
    name: string | null;
  },
): Promise<AddedFactor> {
  const { boundTo, rp } = await inTransaction(caller, async (db) => {
    const admitted = await admitRegistrant(db, caller, registrant);
    return { boundTo: admitted.boundTo, rp: await requireRelyingParty(db, admitted.channel) };
  });
  const ceremony = readCeremony(caller, "passkeyRegistration", boundTo, token);
  const registered =
    ceremony && (await verifyRegistration(response, ceremony.content.challenge, rp));
  if (!ceremony || !registered) throw notAccepted();
  const insert = (db: Queryable, userId: string) =>
    insertRegistered(db, userId, registered, name ?? nameOf(registered, caller));
  const confirmed = { type: "passkey", ceremony, refusal: notAccepted, insert } as const;
  return addFactor(caller, registrant, confirmed);
}

/** Returns the name of a passkey without one: its make, or the browser. */
function nameOf({ aaguid }: RegisteredPasskey, { context }: Caller): string {
  return authenticatorName(aaguid) ?? describeAgent(context.userAgent).name ?? "Passkey";
}

async function insertRegistered(
  db: Queryable,
  userId: string,
  registered: RegisteredPasskey,
  name: string,
) {
  const at = now();
  const id = newId();
  if (!(await insertPasskey(db, { ...registered, id, name, userId, at })))
    throw new ServiceError("conflict", { detail: "This passkey is registered already." });
  const { aaguid, backedUp, transports, signCount } = registered;
  const known = { aaguid, backedUp, transports, signCount };
  const factor: OwnedFactor = {
    id,
    type: "passkey",
    name,
    createdAt: at,
    lastUsedAt: null,
    ...known,
  };
  return { factor, amr: passkeyMethods(registered) };
}

async function requireRelyingParty(db: Queryable, channel: LoginChannel): Promise<RelyingParty> {
  const rp = await relyingPartyOf(db, channel);
  if (rp) return rp;
  throw noRelyingParty();
}

function notAccepted(): ServiceError {
  return new ServiceError("unprocessable", {
    detail: "The passkey was not accepted. Begin the registration again.",
  });
}
