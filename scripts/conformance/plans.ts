import { ALIAS, ISSUER } from "./addresses";
import type { Registered } from "./registration";
import type { Shim } from "./shim";

/** A plan of the suite with the choices that it leaves open. */
export interface PlanRun {
  variant: Readonly<Record<string, string>>;
  shim: Shim;
  /** What the suite has to know of the provider and its clients.
   *  @param registered what was made for it */
  configuration: (registered: Registered) => object;
  /** The modules during which something has to happen at the provider again and again. */
  during?: readonly string[];
}

const DISCOVERY = `${ISSUER}/.well-known/openid-configuration`;
const STATIC = { client_registration: "static_client" };
/** Receivers poll, with a machine token. */
const TRANSMITTER = {
  ...{ server_metadata: "discovery", ...STATIC, client_auth_type: "client_secret_basic" },
  ...{ ssf_server_metadata: "discovery", ssf_delivery_mode: "poll", ssf_auth_mode: "dynamic" },
};

/** The plans that `npm run conformance` knows, each with every run of it. */
export const plans: Readonly<Record<string, readonly PlanRun[]>> = {
  "oidcc-config-certification-test-plan": [
    { variant: {}, shim: "off", configuration: () => ({ ...about("config"), server }) },
  ],
  "oidcc-basic-certification-test-plan": [
    {
      variant: { server_metadata: "discovery", ...STATIC },
      shim: "pkce",
      configuration: relyingParty("basic", "first"),
    },
  ],
  "oidcc-formpost-basic-certification-test-plan": [
    {
      variant: { server_metadata: "discovery", ...STATIC },
      shim: "pkce",
      configuration: relyingParty("form_post", "first"),
    },
  ],
  "oidcc-rp-initiated-logout-certification-test-plan": [
    {
      variant: { response_type: "code", ...STATIC },
      shim: "pkce",
      configuration: relyingParty("logout by the relying party", "first"),
    },
  ],
  "oidcc-backchannel-rp-initiated-logout-certification-test-plan": [
    {
      variant: { response_type: "code", ...STATIC },
      shim: "pkce",
      configuration: relyingParty("back-channel logout", "told"),
    },
  ],
  "openid-ssf-transmitter-test-plan": [
    {
      variant: { ...TRANSMITTER, ssf_profile: "default" },
      shim: "off",
      configuration: transmitter("shared signals"),
    },
  ],
  "openid-ssf-transmitter-caep-test-plan": [
    {
      variant: TRANSMITTER,
      shim: "off",
      configuration: transmitter("continuous access evaluation"),
      during: ["openid-ssf-transmitter-stream-caep-interop"],
    },
  ],
};

const server = { discoveryUrl: DISCOVERY };
const about = (what: string) => ({ alias: ALIAS, description: `Atrium: ${what}` });

/** A transmitter of security events, and the receiver that the suite is. */
function transmitter(what: string): PlanRun["configuration"] {
  return ({ receiver }) => ({
    ...about(what),
    server,
    client: receiver.client,
    ssf: { transmitter: { issuer: ISSUER } },
  });
}

/** A relying party with secrets.
 *  @param key of its client in conformance/tenant.yaml */
function relyingParty(what: string, key: string): PlanRun["configuration"] {
  return ({ clients, user }) => {
    const client = (name: string) => {
      const found = clients.get(name);
      if (!found) throw new Error(`conformance/tenant.yaml has no client ${name}`);
      return found;
    };
    return {
      ...about(what),
      server: { ...server, login_hint: user.email },
      client: client(key),
      client2: client("second"),
      client_secret_post: client("posting"),
    };
  };
}
