import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { environment } from "./environment";
import { aHostedUser, type HostedUser } from "./hosted-user";
import { manage } from "./manage";

/** A client of the demo's app that may request access claims, and a user who reaches the app through two
 *  organizations. */
export interface Choosing {
  clientId: string;
  user: HostedUser;
  /** Names of the organizations. */
  organizations: [string, string];
}

interface Made {
  id: string;
}

/** Makes the client, its app, two organizations and a member of both.
 *  @param firstParty false makes the client require consent */
export async function aChoosingClient(firstParty = true): Promise<Choosing> {
  const run = randomUUID().slice(0, 8);
  const user = await aHostedUser();
  const { users } = await manage<{ users: Made[] }>("GET", `/users?email=${user.email}`);
  const { clientId, appId } = await addClient(`Fleet ${run}`, firstParty);
  const role = await manage<Made>("POST", "/roles", {
    key: run,
    name: "Driver",
    permissions: ["trips:read"],
  });
  await manage("POST", `/roles/${role.id}/apps`, { app_ids: [appId] });
  const organizations: [string, string] = [`Globex ${run}`, `Initech ${run}`];
  for (const name of organizations) {
    const { id } = await manage<Made>("POST", "/organizations", { name });
    await manage("PUT", `/organizations/${id}/members/${users[0]?.id}`, { role_id: role.id });
  }
  return { clientId, user, organizations };
}

/** Apps and clients are made in the dashboard; a journey of the hosted pages begins with them. */
async function addClient(name: string, firstParty: boolean) {
  const { databaseOwnerUrl, demo } = environment();
  const clientId = `aoc_${randomBytes(18).toString("base64url")}`;
  const client = new pg.Client({ connectionString: databaseOwnerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ app_id: string }>(
      `WITH app AS (
         INSERT INTO apps (tenant_id, environment_id, key, name)
         SELECT tenant_id, environment_id, $1, $2 FROM oidc_clients WHERE client_id = $3
         RETURNING id, tenant_id, environment_id)
       INSERT INTO oidc_clients (tenant_id, environment_id, client_id, name, type, redirect_uris, first_party, app_id,
         allowed_scopes)
       SELECT c.tenant_id, c.environment_id, $1, $2, c.type, c.redirect_uris, $4, app.id,
         ARRAY['organizations', 'permissions']
       FROM oidc_clients c JOIN app ON app.environment_id = c.environment_id WHERE c.client_id = $3
       RETURNING app_id`,
      [clientId, name, demo.trial_client_id, firstParty],
    );
    if (!rows[0]) throw new Error("The demo has no trial client");
    return { clientId, appId: rows[0].app_id };
  } finally {
    await client.end();
  }
}
