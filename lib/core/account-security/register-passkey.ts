import {
  type AddedFactor,
  assertRoomForFactor,
  assertTypeAllowed,
  finishAdding,
} from "@/lib/core/account-security/add-factor";
import {
  type AdmittedRegistrant,
  admitRegistrant,
  type Registrant,
} from "@/lib/core/account-security/registrant";
import { authenticatorName } from "@/lib/core/factors/authenticator-names";
import {
  beginCeremony,
  newChallenge,
  readCeremony,
  spendCeremony,
} from "@/lib/core/factors/ceremony";
import type { Factor } from "@/lib/core/factors/factor";
import { insertPasskey } from "@/lib/core/factors/factor-store";
import { passkeyMethods } from "@/lib/core/factors/passkey";
import { creationOptions, type PasskeyCreationOptions } from "@/lib/core/factors/passkey-options";
import type { PasskeyRegistrationResponse } from "@/lib/core/factors/passkey-response";
import { findPasskeys } from "@/lib/core/factors/passkey-store";
import { noRelyingParty, type RelyingParty } from "@/lib/core/factors/relying-party";
import { type RegisteredPasskey, verifyRegistration } from "@/lib/core/factors/verify-passkey";
import type { LoginChannel } from "@/lib/core/login/completed-login";
import { relyingPartyOf } from "@/lib/core/login/relying-party-of";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import { describeAgent } from "@/lib/kernel/process/describe-agent";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

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
    const { user, policy, channel, boundTo } = await admitRegistrant(db, caller, registrant);
    assertTypeAllowed(policy, "passkey");
    await assertRoomForFactor(db, user.id, "passkey");
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
  return inTransaction(caller, async (db) => {
    const admitted = await admitRegistrant(db, caller, registrant);
    assertTypeAllowed(admitted.policy, "passkey");
    await assertRoomForFactor(db, admitted.user.id, "passkey");
    if (!(await spendCeremony(db, ceremony))) throw notAccepted();
    return add(db, caller, admitted, { registered, name });
  });
}

async function add(
  db: Queryable,
  caller: Caller,
  admitted: AdmittedRegistrant,
  { registered, name }: { registered: RegisteredPasskey; name: string | null },
): Promise<AddedFactor> {
  const at = now();
  const { aaguid, backedUp, transports, signCount } = registered;
  const factor: Factor = {
    id: newId(),
    type: "passkey",
    name:
      name ??
      authenticatorName(aaguid) ??
      describeAgent(caller.context.userAgent).name ??
      "Passkey",
    createdAt: at,
    lastUsedAt: null,
    aaguid,
    backedUp,
    transports,
    signCount,
  };
  const { id, name: called } = factor;
  const row = { ...registered, id, name: called, userId: admitted.user.id, at };
  if (!(await insertPasskey(db, row)))
    throw new ServiceError("conflict", { detail: "This passkey is registered already." });
  const shown = passkeyMethods(registered);
  return finishAdding(db, caller, admitted, { factor, shown, at });
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
