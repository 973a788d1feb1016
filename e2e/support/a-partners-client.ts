import { randomBytes } from "node:crypto";
import pg from "pg";
import { environment } from "./environment";

/** Returns the id of a client like the demo's trial, but of a third party: it has to ask for consent. */
export async function aPartnersClient(name: string): Promise<string> {
  const { databaseOwnerUrl, demo } = environment();
  const clientId = `aoc_${randomBytes(18).toString("base64url")}`;
  const client = new pg.Client({ connectionString: databaseOwnerUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `INSERT INTO oidc_clients (tenant_id, environment_id, client_id, name, type, redirect_uris, first_party)
       SELECT tenant_id, environment_id, $1, $2, type, redirect_uris, false
       FROM oidc_clients WHERE client_id = $3`,
      [clientId, name, demo.trial_client_id],
    );
    if (rowCount !== 1) throw new Error("The demo has no trial client");
  } finally {
    await client.end();
  }
  return clientId;
}
