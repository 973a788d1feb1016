/** The issuer of the servers that are tried; the name is never resolved. */
export const BASE_URL = "http://atrium.test";

/** Raises the limits that would refuse the load. */
const WIDE = [
  ...["TOKEN_REQUESTS", "MANAGEMENT_REQUESTS", "NETWORK_FAILURES", "AUTHORIZE_NETWORK_REQUESTS"],
  ...["AUTHORIZE_CLIENT_REQUESTS", "OAUTH_NETWORK_REQUESTS", "LOGIN_FAILURES"],
  "NETWORK_CONNECTIONS",
];

/** Settings of servers that are under load. A server that is to end reports not ready for two seconds before
 *  it takes no more connections. */
export const trafficSettings = {
  ...Object.fromEntries(WIDE.map((name) => [`ATRIUM_LIMIT_${name}`, "100000"])),
  ATRIUM_BASE_URL: BASE_URL,
  ATRIUM_DRAIN_SECONDS: "2",
};
