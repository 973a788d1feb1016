import { isIP } from "node:net";
import type { Agent } from "undici";
import { httpClient } from "@/lib/kernel/outbound/http-client";
import type { Network } from "@/lib/kernel/outbound/network";

/** Timeout of a target's whole response. */
export const TARGET_TIMEOUT_MS = 10_000;

/** A target that requests must not go to, under any network configuration. */
export class RefusedTarget extends Error {}

/** Returns the agent for requests to tenants' targets. It connects to the address that was checked, so that a
 *  DNS answer can't change in between; undici follows no redirect by itself. */
export async function guardedAgent({ lookup, allowed, ca }: Network): Promise<Agent> {
  const { Agent } = await httpClient();
  return new Agent({
    connect: {
      timeout: TARGET_TIMEOUT_MS / 2,
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

/** Rejects a URL that is not https, and an address that is not public: a literal one never reaches the
 *  lookup, so it is checked here. URL has already normalized every notation (2130706433, 0x7f.1).
 *  @throws RefusedTarget */
export function assertTarget(url: URL, { allowed }: Network): void {
  if (url.protocol !== "https:") throw new RefusedTarget("the address is not https");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !allowed(host)) throw new RefusedTarget("the address is not public");
}

/** Returns the RefusedTarget behind an error of a request, which undici may have wrapped. */
export function refusalIn(error: unknown): RefusedTarget | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof RefusedTarget) return cause;
  return null;
}

/** Describes an error of a request in a few words, for people. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "the request failed";
  // A DOMException's code is a number without meaning for readers.
  if (error.name === "TimeoutError") return "no answer in time";
  return "code" in error ? String(error.code) : error.name;
}
