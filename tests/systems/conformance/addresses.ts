/** Base URL of the suite's relying party; its endpoints for client certificates have a port of their own. */
export const SUITE = "https://suite.example:8443";
export const SUITE_MTLS = "https://suite.example:8444";
/** The issuer that is tested. RFC 2606 reserves these names. */
export const ISSUER = "https://op.example";
/** The server of the suite's strict clients: it publishes their keys, and takes their tokens. */
export const CLIENT_SERVER = "https://client.example:8445";
/** Ports behind the proxy. */
export const PORTS = { suite: 8080, atrium: 4300, mongo: 27017 };
/** The suite's name for our run, in all its addresses (conformance/tenant.yaml registers these). */
export const ALIAS = "atrium";

/** Names that the network of a run resolves to itself. */
export const NAMES = [SUITE, ISSUER, CLIENT_SERVER].map((address) => new URL(address).hostname);
