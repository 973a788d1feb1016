import { insertAuditedClient } from "@/lib/core/oidc-clients/create-oidc-client";
import {
  insertPlatform,
  type Platform,
  readPlatform,
  withSetupLock,
} from "@/lib/core/platform/platform-store";
import { createTenant } from "@/lib/core/tenants/create-tenant";
import { type Actor, type Caller, noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Creates the platform tenant and the dashboard's relying party on the first call, and finds them
 *  afterwards. The dashboard is a public client: it authenticates with PKCE, so there is no secret to
 *  store. */
export async function setUpPlatform(actor: Actor): Promise<Platform> {
  return (await readPlatform()) ?? withSetupLock(() => setUp(actor));
}

async function setUp(actor: Actor): Promise<Platform> {
  const existing = await readPlatform();
  if (existing) return existing;
  const { baseUrl } = config();
  const tenant = await createTenant(
    { actor, context: noRequest },
    { name: "Atrium", environments: [{ key: "platform", name: "Platform", kind: "production" }] },
  );
  const environment = tenant.environments[0];
  if (!environment) throw new Error("The platform tenant was made without its environment");
  const caller: Caller = {
    ...environment,
    environmentKey: environment.key,
    actor,
    context: noRequest,
  };
  await inTransaction(caller, async (db) => {
    const client = await insertAuditedClient(db, caller, {
      name: "Dashboard",
      type: "public",
      appId: null,
      redirectUris: [`${baseUrl}/api/auth/callback/atrium`],
      postLogoutRedirectUris: [`${baseUrl}/dashboard/sign-in`],
      backchannelLogoutUri: null,
      firstParty: true,
    });
    await insertPlatform(db, client.clientId);
  });
  const made = await readPlatform();
  if (!made) throw new Error("The platform was not stored");
  return made;
}
