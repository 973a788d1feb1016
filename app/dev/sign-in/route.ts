import { beginTrial, TRIAL_COOKIE } from "@/app/dev/sign-in/trial";
import { config } from "@/lib/kernel/config/config";

/** Starts a sign-in through the hosted pages as a relying party would, so that developers see them without
 *  writing one. Local installations only: `?client_id=` names a client whose redirect URI is this page. */
export async function GET(request: Request): Promise<Response> {
  if (config().mode !== "local") return new Response(null, { status: 404 });
  const clientId = new URL(request.url).searchParams.get("client_id");
  if (!clientId) return new Response("Name a client: ?client_id=aoc_…", { status: 400 });
  const { trial, location } = await beginTrial(clientId);
  const value = Buffer.from(JSON.stringify(trial)).toString("base64url");
  return new Response(null, {
    status: 303,
    headers: {
      location,
      "cache-control": "no-store",
      "set-cookie": `${TRIAL_COOKIE}=${value}; Path=/dev/sign-in; HttpOnly; SameSite=Lax; Max-Age=3600`,
    },
  });
}
