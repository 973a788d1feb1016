import { expect, test, vi } from "vitest";
import { GET as webauthn } from "@/app/.well-known/webauthn/route";
import { GET as commandLine } from "@/app/api/v1/operator/command-line/route";
import { POST as startSignIn } from "@/app/dashboard/sign-in/start/route";
import { config } from "@/lib/kernel/config/config";
import { peerHeader } from "@/lib/kernel/process/peer-address";
import { aPlatform, posted } from "@/tests/support/dashboard-sign-in";

// Limits of requests without a credential that cost a database statement each.

vi.hoisted(() => {
  process.env.ATRIUM_LIMIT_OAUTH_NETWORK_REQUESTS = "3";
});

const get = (path: string) => new Request(config().baseUrl + path);
const noParameters = { params: Promise.resolve({}) };

/** The unauthenticated endpoints, requested from an address. */
const ways = {
  "the client of the command line": (sent: (request: Request) => Request) =>
    commandLine(sent(get("/api/v1/operator/command-line")), noParameters),
  "the related origins of passkeys": (sent: (request: Request) => Request) =>
    webauthn(sent(get("/.well-known/webauthn")), noParameters),
  "the start of a sign-in to the dashboard": (sent: (request: Request) => Request) =>
    startSignIn(sent(posted("/dashboard/sign-in/start", ""))),
};

test.each(
  Object.entries(ways).map(([what, ask], at) => ({ what, ask, network: `198.51.100.${10 * at}` })),
)("a network that requests $what too often waits, and no other does", async ({ ask, network }) => {
  await aPlatform();
  const from = (address: string) => (request: Request) => {
    request.headers.set(peerHeader(), address);
    return request;
  };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await ask(from(network))).status);
  expect(statuses.slice(0, 3).filter((status) => status >= 400)).toEqual([]);
  expect(statuses[3]).toBe(429);
  expect((await ask(from("198.51.100.99"))).status).toBeLessThan(400);
});
