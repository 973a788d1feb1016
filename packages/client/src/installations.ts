import { type Call, callsOf, type Route } from "./calls.js";
import type { EnrolledInstallation } from "./generated/types.js";
import { type InstallationKey, signedOnce } from "./installation-key.js";
import { MachineTokens } from "./machine-token.js";
import { isAtriumError } from "./problems.js";
import { safeBaseUrl } from "./safe-base-url.js";
import { digestOf } from "./seal.js";
import { type Sending, send } from "./send.js";

/** Service and key of an installation. */
export interface InstallationSettings extends Sending {
  key: InstallationKey;
  /** Result of `enrol`, once this copy has enrolled. */
  installationId?: string;
}

/** Description of an installation that enrols. */
export interface Enrolling {
  /** The enrolment token of this copy, `aen_…`. */
  token: string;
  name: string;
  platform?: string;
  version?: string;
  /** Ends the call. */
  signal?: AbortSignal;
}

/** A route for installations. */
export type InstallationRoute = Extract<Route, `${string} /api/v1/installations/${string}`>;

/** A copy of an app that runs at a customer. */
export interface Installation {
  /** Enrols this copy with a proof that it holds the key. Repeat it when the answer got lost: the key is
   *  recognised, and the token is not used again.
   *  @returns the installation's id: store it beside the key
   *  @throws AtriumError */
  enrol(about: Enrolling): Promise<string>;
  /** Calls a route for installations.
   *  @throws AtriumError for a refusal and for an answer that does not come; TypeError before this copy has
   *  enrolled */
  call: Call<InstallationRoute>;
  /** Returns the access token that calls go out with, by `private_key_jwt` (RFC 7523).
   *  @throws AtriumError `invalid_client` once the installation is retired; TypeError before this copy has
   *  enrolled */
  accessToken(): Promise<string>;
}

/** Makes an installation of an app. Its only secret is its own key.
 *  @throws TypeError for an address that would send tokens in the clear
 *  @example
 *  import { createInstallation, createInstallationKey } from "@atrium/client/installation";
 *
 *  const key = await createInstallationKey();
 *  const installation = createInstallation({ baseUrl: settings.baseUrl, key });
 *  const id = await installation.enrol({ token: enrolmentToken, name: "press-hall-3", version: "1.0.0" });
 *  const { campaigns } = await installation.call("GET /api/v1/installations/self/campaigns");
 *  console.log(id, campaigns.length);
 */
export function createInstallation(settings: InstallationSettings): Installation {
  const { key } = settings;
  const sending = { ...settings, baseUrl: safeBaseUrl(settings.baseUrl) };
  let { installationId } = settings;
  const tokens = new MachineTokens(async () => {
    if (!installationId) throw new TypeError("This copy has to enrol first");
    return send(sending, tokenRequest(sending.baseUrl, installationId, key));
  });
  return {
    async enrol(about) {
      installationId = await redeemed(sending, key, about);
      return installationId;
    },
    call: callsOf(
      sending,
      async () => ({ authorization: `Bearer ${await tokens.current()}` }),
      (bearer) => tokens.refused(bearer),
    ),
    accessToken: () => tokens.current(),
  };
}

/** Makes a request for a token, whose assertion is signed anew for each try. */
function tokenRequest(baseUrl: string, id: string, key: InstallationKey) {
  const path = "/oauth/token";
  const assertion = () => {
    const exp = Math.floor(Date.now() / 1000) + 60;
    return signedOnce(key, "JWT", { iss: id, sub: id, aud: baseUrl + path, exp });
  };
  const form = {
    grant_type: "client_credentials",
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  };
  return {
    method: "POST",
    path,
    repeatable: true,
    headers: async () => ({ "content-type": "application/x-www-form-urlencoded" }),
    body: async () => String(new URLSearchParams({ ...form, client_assertion: await assertion() })),
  };
}

async function redeemed(
  sending: Sending,
  key: InstallationKey,
  { token, name, platform, version, signal }: Enrolling,
): Promise<string> {
  const path = "/api/v1/enrolment/redeem";
  const { kty, crv, x } = key;
  const about = { token, public_key: { kty, crv, x }, name, platform, version };
  const claims = { aud: sending.baseUrl + path, token_sha256: await digestOf(token) };
  try {
    const response = await send(sending, {
      method: "POST",
      path,
      // A repeated enrolment with the same key returns the same id.
      repeatable: true,
      headers: async () => ({ "content-type": "application/json" }),
      body: async () =>
        JSON.stringify({ ...about, proof: await signedOnce(key, "enrolment-proof+jwt", claims) }),
      ...(signal ? { signal } : {}),
    });
    return ((await response.json()) as EnrolledInstallation).installation_id;
  } catch (error) {
    if (isAtriumError(error) && error.code === "installation_key_duplicate")
      return error.problem.installation_id;
    throw error;
  }
}
