import { ALIAS, ISSUER } from "./addresses";
import { RESOURCE } from "./client-server";
import type { Registered } from "./registration";
import type { Shim } from "./shim";

/** A plan of the suite with its open choices made. */
export interface PlanRun {
  variant: Readonly<Record<string, string>>;
  shim: Shim;
  /** Behaviour of the person at the browser; null for a plan that opens no page. */
  person: {
    /** Whether pages with a question need screenshots. */ showsQuestions: boolean;
  } | null;
  /** Returns the suite's configuration: the provider and its clients.
   *  @param registered the clients that were made for it */
  configuration: (registered: Registered) => object | Promise<object>;
  /** The modules during which events must happen at the provider again and again. */
  during?: readonly string[];
}

const DISCOVERY = `${ISSUER}/.well-known/openid-configuration`;
const OAUTH_METADATA = `${ISSUER}/.well-known/oauth-authorization-server`;
const STATIC = { client_registration: "static_client" };
/** Receivers poll, with a machine token. */
const TRANSMITTER = {
  ...{ server_metadata: "discovery", ...STATIC, client_auth_type: "client_secret_basic" },
  ...{ ssf_server_metadata: "discovery", ssf_delivery_mode: "poll", ssf_auth_mode: "dynamic" },
};

/** The plans that `npm test -- systems conformance` knows, each with every run of it. */
export const plans: Readonly<Record<string, readonly PlanRun[]>> = {
  "oidcc-config-certification-test-plan": [
    {
      variant: {},
      shim: "off",
      person: null,
      configuration: () => ({ ...about("config"), server }),
    },
  ],
  "oidcc-basic-certification-test-plan": [
    {
      variant: { server_metadata: "discovery", ...STATIC },
      shim: "pkce",
      person: { showsQuestions: true },
      configuration: relyingParty("basic", "first"),
    },
  ],
  "oidcc-formpost-basic-certification-test-plan": [
    {
      variant: { server_metadata: "discovery", ...STATIC },
      shim: "pkce",
      person: { showsQuestions: true },
      configuration: relyingParty("form_post", "first"),
    },
  ],
  "oidcc-rp-initiated-logout-certification-test-plan": [
    {
      variant: { response_type: "code", ...STATIC },
      shim: "pkce",
      person: { showsQuestions: true },
      configuration: relyingParty("logout by the relying party", "first"),
    },
  ],
  "oidcc-backchannel-rp-initiated-logout-certification-test-plan": [
    {
      variant: { response_type: "code", ...STATIC },
      shim: "pkce",
      person: { showsQuestions: true },
      configuration: relyingParty("back-channel logout", "told"),
    },
  ],
  "fapi2-security-profile-final-test-plan": [
    strictClient("openid_connect", {
      discoveryUrl: DISCOVERY,
      scope: "openid profile email",
      resourceUrl: `${ISSUER}/oauth/userinfo`,
    }),
    strictClient("plain_oauth", {
      discoveryUrl: OAUTH_METADATA,
      scope: "profile email",
      resourceUrl: RESOURCE,
    }),
  ],
  "authzen-pdp-evaluation-test-plan": [decisionPoint("access decisions")],
  "authzen-pdp-evaluations-test-plan": [decisionPoint("batches of access decisions")],
  "openid-ssf-transmitter-test-plan": [
    {
      variant: { ...TRANSMITTER, ssf_profile: "default" },
      shim: "off",
      person: null,
      configuration: transmitter("shared signals"),
    },
  ],
  "openid-ssf-transmitter-caep-test-plan": [
    {
      variant: TRANSMITTER,
      shim: "off",
      person: null,
      configuration: transmitter("continuous access evaluation"),
      during: ["openid-ssf-transmitter-stream-caep-interop"],
    },
  ],
};

const server = { discoveryUrl: DISCOVERY };
const about = (what: string) => ({ alias: ALIAS, description: `Atrium: ${what}` });

/** A transmitter of security events, with the suite as the receiver. */
function transmitter(what: string): PlanRun["configuration"] {
  return ({ receiver }) => ({
    ...about(what),
    server,
    client: receiver.client,
    ssf: { transmitter: { issuer: ISSUER } },
  });
}

/** A policy decision point, which is queried with a machine token. It decides by roles, and ignores the
 *  properties in the request. */
function decisionPoint(what: string): PlanRun {
  return {
    variant: { pdp_server_metadata: "static", pdp_auth_type: "api_key", authzen_support: "core" },
    shim: "off",
    person: null,
    configuration: async ({ newAccessToken: askingToken }) => ({
      ...about(what),
      pdp: {
        policy_decision_point: ISSUER,
        access_evaluation_endpoint: `${ISSUER}/access/v1/evaluation`,
        access_evaluations_endpoint: `${ISSUER}/access/v1/evaluations`,
        api_key: await askingToken(),
      },
    }),
  };
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

interface Strict {
  discoveryUrl: string;
  scope: string;
  /** URL of the resource server that takes the access tokens. */
  resourceUrl: string;
}

/** Clients of FAPI 2.0, with keys of their own.
 *  @param openid whether they request ID tokens */
function strictClient(
  openid: "openid_connect" | "plain_oauth",
  { discoveryUrl, scope, resourceUrl }: Strict,
): PlanRun {
  return {
    variant: {
      client_auth_type: "private_key_jwt",
      sender_constrain: "dpop",
      fapi_profile: "plain_fapi",
      openid,
    },
    shim: "off",
    person: { showsQuestions: false },
    configuration: ({ clients, keys }) => {
      const client = (name: string) => ({
        client_id: clients.get(name)?.client_id,
        scope,
        jwks: keys.get(name)?.own,
        dpop_signing_alg: "ES256",
      });
      return {
        ...about(`FAPI 2.0, ${openid}`),
        server: { discoveryUrl },
        client: client("strict"),
        client2: client("strict_second"),
        resource: { resourceUrl },
      };
    },
  };
}
