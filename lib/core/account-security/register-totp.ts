import { type AddedFactor, addFactor, admitAdding } from "@/lib/core/account-security/add-factor";
import { withinProofBudget } from "@/lib/core/account-security/proof-brake";
import { admitRegistrant, type Registrant } from "@/lib/core/account-security/registrant";
import { beginCeremony, readCeremony } from "@/lib/core/factors/ceremony";
import { insertTotp } from "@/lib/core/factors/factor-store";
import { factors } from "@/lib/core/factors/factors";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import { matchingStep, newTotpSecret, otpauthUri, sealTotpSecret } from "@/lib/core/factors/totp";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import type { User } from "@/lib/core/users/user";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
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
    const { user, boundTo } = await admitAdding(db, caller, registrant, "totp");
    const secret = newTotpSecret();
    const ceremony = beginCeremony(caller, "totpRegistration", boundTo, { secret });
    return withUri(db, user, { ...ceremony, secret });
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
    const { expiresAt, content } = ceremony;
    return withUri(db, user, { token, expiresAt, secret: content.secret });
  });
}

async function withUri(
  db: Queryable,
  { email }: Pick<User, "email">,
  registration: Omit<TotpRegistration, "otpauthUri">,
): Promise<TotpRegistration> {
  const { name } = await readTenant(db);
  return { ...registration, otpauthUri: otpauthUri(registration.secret, name, email) };
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
  if (!ceremony) throw registrationOver();
  const { secret } = ceremony.content;
  return withinProofBudget({ tenantId: caller.tenantId, userId: user.id }, "factor", async () => {
    const at = now();
    const lastStep = matchingStep(secret, code, at);
    if (lastStep === null) return null;
    const app = { secret, name: name ?? "Authenticator app", lastStep, at };
    const insert = (db: Queryable, userId: string) => insertApp(db, userId, app);
    const confirmed = { type: "totp", ceremony, refusal: registrationOver, insert } as const;
    return addFactor(caller, registrant, confirmed);
  });
}

async function insertApp(
  db: Queryable,
  userId: string,
  { secret, name, lastStep, at }: { secret: string; name: string; lastStep: number; at: Date },
) {
  const id = newId();
  const sealedSecret = sealTotpSecret(id, secret);
  await insertTotp(db, { id, userId, name, sealedSecret, lastStep, at });
  const unknown = { lastUsedAt: null, aaguid: null, backedUp: null, signCount: null };
  const factor: OwnedFactor = { id, type: "totp", name, createdAt: at, transports: [], ...unknown };
  return { factor, amr: factors.totp.amr };
}

function registrationOver(): ServiceError {
  return new ServiceError("unprocessable", {
    detail: "This registration is over. Begin again.",
  });
}
