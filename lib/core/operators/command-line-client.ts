import { createOidcClient } from "@/lib/core/oidc-clients/create-oidc-client";
import { findClientIdByKey } from "@/lib/core/oidc-clients/oidc-client-store";
import { readPlatform, withSetupLock } from "@/lib/core/platform/platform-store";
import { type Caller, noRequest, serviceCaller, type TenantScope } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** The key of the command line's relying party in the platform's environment. */
export const COMMAND_LINE = "command-line";

/** Returns the client id by which a command line signs operators in as a device (RFC 8628). The first
 *  request creates the client: an installation that was set up before has none.
 *  @throws ServiceError `missing` while there is no platform: then there are no operators either */
export async function commandLineClient(): Promise<string> {
  return (
    (await findClientId()) ?? withSetupLock(async () => (await findClientId()) ?? createClient())
  );
}

async function findClientId(): Promise<string | null> {
  const platform = await readPlatform();
  if (!platform) throw missing();
  return inTransaction(platform, (db) => findClientIdByKey(db, COMMAND_LINE));
}

async function createClient(): Promise<string> {
  const platform = await readPlatform();
  if (!platform) throw missing();
  const caller: Caller = { ...serviceCaller(platform, COMMAND_LINE), context: noRequest };
  const { clientId } = await createOidcClient(caller, {
    name: "Atrium command line",
    key: COMMAND_LINE,
    type: "public",
    appId: null,
    redirectUris: [],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    firstParty: true,
    deviceAuthorization: true,
  });
  return clientId;
}

/** Whether a device's token from this client is a bearer token for the whole operator plane. */
export async function isOperatorsBearer(
  { environmentId }: TenantScope,
  { key }: { key: string },
): Promise<boolean> {
  return key === COMMAND_LINE && (await readPlatform())?.environmentId === environmentId;
}
