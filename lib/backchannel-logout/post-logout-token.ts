import { lookup as systemLookup } from "node:dns";
import { isIP } from "node:net";
import { Agent, request } from "undici";
import type { AttemptOutcome } from "@/lib/backchannel-logout/logout-delivery";
import { isPublicAddress } from "@/lib/backchannel-logout/target-address";

const TIMEOUT_MS = 10_000;

/** How a target is reached. Tests pass their own; nothing in the configuration can. */
export interface Network {
  lookup: typeof systemLookup;
  allowed: (address: string) => boolean;
  /** Certificates to trust beside the system's. */
  ca?: string;
}

const internet: Network = { lookup: systemLookup, allowed: isPublicAddress };

class RefusedTarget extends Error {}

/** Sends a logout token to a relying party (OpenID Connect Back-Channel Logout 1.0 §2.5). The address that
 *  was checked is the one that is connected to, so that a DNS answer can't change in between; redirects are
 *  not followed, and what the target answers beyond its status is not read. Never throws. */
export async function postLogoutToken(
  uri: string,
  logoutToken: string,
  network: Network = internet,
): Promise<AttemptOutcome> {
  const begun = performance.now();
  const outcome = (part: Partial<AttemptOutcome>): AttemptOutcome => ({
    statusCode: null,
    error: null,
    refused: false,
    ...part,
    durationMs: Math.round(performance.now() - begun),
  });
  const agent = guardedAgent(network);
  try {
    const url = new URL(uri);
    assertTarget(url, network);
    const response = await request(url, {
      method: "POST",
      dispatcher: agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ logout_token: logoutToken }).toString(),
    });
    response.body.on("error", () => {});
    response.body.destroy();
    return outcome({ statusCode: response.statusCode });
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal) return outcome({ error: refusal.message, refused: true });
    return outcome({ error: describe(error) });
  } finally {
    await agent.destroy();
  }
}

function guardedAgent({ lookup, allowed, ca }: Network): Agent {
  return new Agent({
    connect: {
      timeout: TIMEOUT_MS / 2,
      ...(ca ? { ca } : {}),
      lookup: (hostname, options, callback) => {
        lookup(hostname, { ...options, all: true }, (error, addresses) => {
          if (error) return callback(error, "");
          const bad = addresses.find(({ address }) => !allowed(address));
          const [first] = addresses;
          if (bad || !first)
            return callback(
              new RefusedTarget("the name leads to an address that is not public"),
              "",
            );
          if (options.all) callback(null, addresses);
          else callback(null, first.address, first.family);
        });
      },
    },
  });
}

/** A literal address never reaches the lookup, so it is checked here; URL has already brought every way of
 *  writing one (2130706433, 0x7f.1) into its usual form. */
function assertTarget(url: URL, { allowed }: Network): void {
  if (url.protocol !== "https:") throw new RefusedTarget("the address is not https");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !allowed(host)) throw new RefusedTarget("the address is not public");
}

function refusalIn(error: unknown): RefusedTarget | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof RefusedTarget) return cause;
  return null;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return "the request failed";
  const code = "code" in error ? String(error.code) : error.name;
  return code === "TimeoutError" ? "no answer in time" : code;
}
