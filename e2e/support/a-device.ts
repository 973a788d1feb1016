import { randomBytes } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import pg from "pg";
import { environment } from "./environment";

/** A command line that requests a sign-in to the demo's tenant. */
export interface Device {
  userCode: string;
  address: string;
  /** Requests its tokens, as the device does. */
  poll: () => Promise<{ error?: string; access_token?: string; token_type?: string }>;
}

/** Registers a client for devices, and starts a device authorization. */
export async function aDevice(request: APIRequestContext): Promise<Device> {
  const clientId = await addClient();
  const response = await request.post("/oauth/device", {
    form: { client_id: clientId, scope: "openid email" },
  });
  const { device_code, user_code, verification_uri_complete } = await response.json();
  const form = {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    client_id: clientId,
    device_code,
  };
  return {
    userCode: user_code,
    address: verification_uri_complete,
    poll: async () => (await request.post("/oauth/token", { form })).json(),
  };
}

/** Clients are registered in the dashboard; a journey of the hosted page begins with one. */
async function addClient(): Promise<string> {
  const { databaseOwnerUrl, demo } = environment();
  const clientId = `aoc_${randomBytes(16).toString("base64url")}`;
  const client = new pg.Client({ connectionString: databaseOwnerUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO oidc_clients (tenant_id, environment_id, client_id, name, type, redirect_uris, device_authorization)
       SELECT tenant_id, environment_id, $1, 'Fleet command line', 'public', '{}', true
       FROM oidc_clients WHERE client_id = $2`,
      [clientId, demo.trial_client_id],
    );
    return clientId;
  } finally {
    await client.end();
  }
}
