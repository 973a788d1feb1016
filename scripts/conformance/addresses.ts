/** Where the suite's relying party lives; its endpoints for client certificates have a port of their own. */
export const SUITE = "https://suite.example:8443";
export const SUITE_MTLS = "https://suite.example:8444";
/** The issuer that is tested. RFC 2606 keeps both names from everybody else. */
export const ISSUER = "https://op.example";
/** Ports behind the proxy. */
export const PORTS = { suite: 8080, atrium: 4300, mongo: 27017 };
/** The suite's name for our run, in all its addresses (conformance/tenant.yaml registers these). */
export const ALIAS = "atrium";
