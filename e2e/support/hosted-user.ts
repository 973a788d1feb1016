import { randomUUID } from "node:crypto";
import { aPassword } from "./a-password";
import { environment } from "./environment";

/** A user who can sign in to the demo tenant. */
export interface HostedUser {
  email: string;
  password: string;
}

/** Makes a new user of the demo tenant over the management API, so that no journey uses up another's
 *  attempts. */
export async function aHostedUser(
  email = `${randomUUID().slice(0, 8)}@acme.example`,
): Promise<HostedUser> {
  const { baseUrl, demo } = environment();
  const issued = await fetch(`${baseUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: String(demo.client_id),
      client_secret: String(demo.client_secret),
      scope: "users:write",
    }),
  });
  const { access_token } = (await issued.json()) as { access_token: string };
  const user = { email, password: aPassword() };
  const response = await fetch(`${baseUrl}/api/v1/management/users`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ ...user, display_name: "Grace Hopper" }),
  });
  if (response.status !== 201) throw new Error(`No user was made: ${await response.text()}`);
  return user;
}
