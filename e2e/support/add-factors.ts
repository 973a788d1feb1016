// Adds factors to a user: `tsx e2e/support/add-factors.ts`, with EMAIL, and TENANT (its public id; without it
// a user of the platform). CREDENTIAL_ID and PUBLIC_KEY (base64url) are a passkey's, SECRET an authenticator
// app's. Creates the user if there is none. Prints the user's id.

import { insertPasskey, insertTotp } from "@/lib/core/factors/factor-store";
import { replaceRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import { hostedRelyingParty } from "@/lib/core/factors/relying-party";
import { sealTotpSecret } from "@/lib/core/factors/totp";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { listEnvironments } from "@/lib/core/tenants/environment-store";
import { resolveTenant } from "@/lib/core/tenants/tenant-store";
import { createUser } from "@/lib/core/users/create-user";
import { emailKeyOf } from "@/lib/core/users/email";
import { findUserByEmail } from "@/lib/core/users/user-store";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";

await openDataKeys();

const { EMAIL: email = "", TENANT = "", CREDENTIAL_ID, PUBLIC_KEY = "", SECRET } = process.env;
const actor = { type: "operator", id: "journeys" } as const;
const origin = { actor, context: noRequest };

async function scopeOf(publicId: string) {
  const tenant = await resolveTenant(publicId);
  if (!tenant) throw new Error("There is no such tenant");
  const { tenantId } = tenant;
  const [first] = await inTransaction({ tenantId, environmentId: "" }, listEnvironments);
  if (!first) throw new Error("The tenant has no environment");
  return { tenantId, environmentId: first.id, environmentKey: first.key, ...origin };
}

const caller = TENANT
  ? await scopeOf(TENANT)
  : { ...(await setUpPlatform(actor)), environmentKey: "platform", ...origin };
const known = await inTransaction(caller, (db) => findUserByEmail(db, emailKeyOf(email)));
const user = known ?? (await createUser(caller, { email, displayName: "Grace Hopper" })).user;
const shared = { userId: user.id, at: now() };
await inTransaction(caller, async (db) => {
  if (CREDENTIAL_ID)
    await insertPasskey(db, {
      ...shared,
      id: newId(),
      name: "Pixel",
      credentialId: Buffer.from(CREDENTIAL_ID, "base64url"),
      publicKey: Buffer.from(PUBLIC_KEY, "base64url"),
      signCount: 0,
      aaguid: "00000000-0000-0000-0000-000000000000",
      transports: ["internal"],
      backupEligible: false,
      backedUp: false,
      rpId: hostedRelyingParty().id,
    });
  if (SECRET) {
    const id = newId();
    const sealedSecret = sealTotpSecret(id, SECRET);
    await insertTotp(db, { ...shared, id, name: "Telephone", sealedSecret, lastStep: 0 });
  }
  if (CREDENTIAL_ID || SECRET)
    await replaceRecoveryCodes(db, user.id, [Buffer.from(`one of ${user.id}`)], shared.at);
});
process.stdout.write(user.id);
process.exit(0);
