import {
  type AddedFactor,
  assertRoomForFactor,
  assertTypeAllowed,
  finishAdding,
} from "@/lib/core/account-security/add-factor";
import { withinProofBudget } from "@/lib/core/account-security/proof-brake";
import { admitRegistrant, type Registrant } from "@/lib/core/account-security/registrant";
import {
  beginCeremony,
  type Ceremony,
  readCeremony,
  spendCeremony,
} from "@/lib/core/factors/ceremony";
import type { Factor } from "@/lib/core/factors/factor";
import { insertTotp } from "@/lib/core/factors/factor-store";
import { matchingStep, newTotpSecret, otpauthUri, sealTotpSecret } from "@/lib/core/factors/totp";
import { methodsShown } from "@/lib/core/login/shown-methods";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** A registration of an authenticator app in progress. */
export interface TotpRegistration {
  token: string;
  /** In base 32, for typing it. */
  secret: string;
  /** Contents of the QR code. */
  otpauthUri: string;
  expiresAt: Date;
}

/** Starts the registration of an authenticator app. The secret counts only after a code has confirmed it;
 *  until then only the token holds it, sealed.
 *  @throws ServiceError as `admitRegistrant` does, `unprocessable` when the policy allows no apps,
 *  `conflict` when the user has reached the limit of apps */
export function beginTotpRegistration(
  caller: Caller,
  registrant: Registrant,
): Promise<TotpRegistration> {
  return inTransaction(caller, async (db) => {
    const { user, policy, boundTo } = await admitRegistrant(db, caller, registrant);
    assertTypeAllowed(policy, "totp");
    await assertRoomForFactor(db, user.id, "totp");
    const { name } = await readTenant(db);
    const secret = newTotpSecret();
    const ceremony = beginCeremony(caller, "totpRegistration", boundTo, { secret });
    return { ...ceremony, secret, otpauthUri: otpauthUri(secret, name, user.email) };
  });
}

/** Returns a registration of an app in progress, for a page that shows it again.
 *  @returns null for a token that is expired or another user's */
export async function readTotpRegistration(
  caller: Caller,
  registrant: Registrant,
  token: string,
): Promise<TotpRegistration | null> {
  return inTransaction(caller, async (db) => {
    const { user, boundTo } = await admitRegistrant(db, caller, registrant);
    const ceremony = readCeremony(caller, "totpRegistration", boundTo, token);
    if (!ceremony) return null;
    const { secret } = ceremony.content;
    const { name } = await readTenant(db);
    const { expiresAt } = ceremony;
    return { token, secret, otpauthUri: otpauthUri(secret, name, user.email), expiresAt };
  });
}

/** Adds an authenticator app whose code shows that it has the secret. Of any number of parallel attempts
 *  one adds it.
 *  @throws ServiceError as `beginTotpRegistration` does, `unprocessable` for an expired registration,
 *  `proof_rejected` for a wrong code, `rate_limited` once the budget of failed proofs is used up */
export async function confirmTotpRegistration(
  caller: Caller,
  registrant: Registrant,
  { token, code, name }: { token: string; code: string; name: string | null },
): Promise<AddedFactor> {
  const { boundTo, user } = await inTransaction(caller, (db) =>
    admitRegistrant(db, caller, registrant),
  );
  const ceremony = readCeremony(caller, "totpRegistration", boundTo, token);
  if (!ceremony) throw isOver();
  return withinProofBudget({ tenantId: caller.tenantId, userId: user.id }, "factor", async () => {
    const at = now();
    const step = matchingStep(ceremony.content.secret, code, at);
    if (step === null) return null;
    return add(caller, registrant, { ceremony, step, name: name ?? "Authenticator app", at });
  });
}

function add(
  caller: Caller,
  registrant: Registrant,
  {
    ceremony,
    step,
    name,
    at,
  }: {
    ceremony: Ceremony<"totpRegistration">;
    step: number;
    name: string;
    at: Date;
  },
): Promise<AddedFactor> {
  return inTransaction(caller, async (db) => {
    const admitted = await admitRegistrant(db, caller, registrant);
    assertTypeAllowed(admitted.policy, "totp");
    await assertRoomForFactor(db, admitted.user.id, "totp");
    if (!(await spendCeremony(db, ceremony))) throw isOver();
    const id = newId();
    const factor: Factor = {
      id,
      type: "totp",
      name,
      createdAt: at,
      lastUsedAt: null,
      aaguid: null,
      backedUp: null,
      transports: [],
      signCount: null,
    };
    const sealedSecret = sealTotpSecret(id, ceremony.content.secret);
    await insertTotp(db, { id, userId: admitted.user.id, name, sealedSecret, lastStep: step, at });
    const shown = methodsShown("totp");
    return finishAdding(db, caller, admitted, { factor, shown, at });
  });
}

function isOver(): ServiceError {
  return new ServiceError("unprocessable", {
    detail: "This registration is over. Begin again.",
  });
}
