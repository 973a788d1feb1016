import { randomUUID } from "node:crypto";
import { environment } from "./environment";
import { newestMail } from "./mailbox";

/** Invites a new user of the demo tenant, without a password.
 *  @param first how the first link comes: by an email of ours, or in the answer of the API
 *  @returns the link that came that way */
export async function anInvitedUser(
  first: "send_invitation" | "send_onboarding" | "api",
): Promise<{ email: string; link: string }> {
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
  const email = `${randomUUID().slice(0, 8)}@acme.example`;
  const response = await fetch(`${baseUrl}/api/v1/management/users`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify({
      email,
      organization_id: demo.organization_id,
      role_id: demo.role_id,
      ...(first === "api" ? {} : { [first]: true }),
    }),
  });
  if (response.status !== 201) throw new Error(`No user was made: ${await response.text()}`);
  const { set_password } = (await response.json()) as { set_password: { link: string } };
  if (first === "api") return { email, link: set_password.link };
  const { text } = await newestMail(email);
  return { email, link: /http\S+\?token=\S+/.exec(text)?.[0] ?? "" };
}
