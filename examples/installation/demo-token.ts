import { createAtrium } from "@atrium/client";
import { demoData } from "../demo-data";

/** Returns an enrolment token of the demo tenant, issued as an administrator's script would. An installation
 *  at a customer never does this: it gets a token, and has no credential of the tenant. */
export async function demoToken(baseUrl: string): Promise<string> {
  const demo = demoData();
  if (!demo) throw new Error("Set ENROLMENT_TOKEN, or start Atrium locally first: npm start");
  const { client_id = "", client_secret = "", app_id = "", organization_id = "" } = demo;
  const atrium = createAtrium({ baseUrl, clientId: client_id, clientSecret: client_secret });
  const expires_at = new Date(Date.now() + 600_000).toISOString();
  const body = { name: "Example", app_id, organization_id, max_uses: 1, expires_at };
  return (await atrium.call("POST /api/v1/management/enrolment-tokens", { body })).token;
}
