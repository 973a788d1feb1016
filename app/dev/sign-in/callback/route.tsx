import { allowInsecureRequests, authorizationCodeGrant, discovery, None } from "openid-client";
import { z } from "zod";
import { TRIAL_COOKIE, type Trial } from "@/app/dev/sign-in/trial";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { plainLook } from "@/lib/core/oidc/pages/page-look";
import { config } from "@/lib/kernel/config/config";

const StoredTrial = z.object({
  clientId: z.string(),
  verifier: z.string(),
  state: z.string(),
  nonce: z.string(),
});

/** Callback of the trial sign-in: redeems the code and shows what a relying party would learn. */
export async function GET(request: Request): Promise<Response> {
  if (config().mode !== "local") return new Response(null, { status: 404 });
  const trial = trialOf(request);
  if (!trial) return refused("Start again", "This sign-in was not begun in this browser.");
  const { baseUrl } = config();
  const { pathname, search } = new URL(request.url);
  try {
    const issuer = await discovery(new URL(baseUrl), trial.clientId, undefined, None(), {
      execute: [allowInsecureRequests],
    });
    const tokens = await authorizationCodeGrant(issuer, new URL(pathname + search, baseUrl), {
      pkceCodeVerifier: trial.verifier,
      expectedState: trial.state,
      expectedNonce: trial.nonce,
    });
    return signedIn(trial, tokens.claims() ?? {});
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refused("The sign-in did not succeed", error.message);
  }
}

function refused(title: string, intro: string): Response {
  return pageResponse(plainLook(), { title, intro, status: 400 });
}

function signedIn(trial: Trial, claims: object): Response {
  const logout = new URLSearchParams({ client_id: trial.clientId });
  return pageResponse(plainLook(), {
    title: "You are signed in",
    intro: "This is what the ID token says to a relying party.",
    content: (
      <div className="stack">
        {Object.entries(claims).map(([name, value]) => (
          <p key={name}>
            {name}
            <br />
            <code>{JSON.stringify(value)}</code>
          </p>
        ))}
        <a href={`/oauth/logout?${logout}`} className="link">
          Sign out
        </a>
      </div>
    ),
  });
}

function trialOf(request: Request): Trial | null {
  const cookies = request.headers.get("cookie") ?? "";
  const value = new RegExp(`(?:^|; )${TRIAL_COOKIE}=([A-Za-z0-9_-]+)`).exec(cookies)?.[1];
  if (!value) return null;
  try {
    return StoredTrial.parse(JSON.parse(Buffer.from(value, "base64url").toString("utf8")));
  } catch {
    return null;
  }
}
