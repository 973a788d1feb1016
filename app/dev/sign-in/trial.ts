import { calculatePKCECodeChallenge, randomPKCECodeVerifier, randomState } from "openid-client";
import { config } from "@/lib/kernel/config/config";

/** State that the trial sign-in stores in the browser until the callback. */
export interface Trial {
  clientId: string;
  verifier: string;
  state: string;
  nonce: string;
}

export const TRIAL_COOKIE = "atrium_trial";

/** Returns the redirect URI of the trial's relying party. */
function trialRedirectUri(): string {
  return `${config().baseUrl}/dev/sign-in/callback`;
}

/** Starts a trial for a client.
 *  @returns its state, and the address at which its sign-in starts */
export async function beginTrial(clientId: string): Promise<{ trial: Trial; location: string }> {
  const trial = {
    clientId,
    verifier: randomPKCECodeVerifier(),
    state: randomState(),
    nonce: randomState(),
  };
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: trialRedirectUri(),
    response_type: "code",
    scope: "openid email profile",
    state: trial.state,
    nonce: trial.nonce,
    code_challenge: await calculatePKCECodeChallenge(trial.verifier),
    code_challenge_method: "S256",
  });
  return { trial, location: `${config().baseUrl}/oauth/authorize?${query}` };
}
