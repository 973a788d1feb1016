import { ignoredForwarders } from "@/lib/core/platform/ignored-forwarders";
import { type Check, type Finding, ok, warning } from "./check";

/** Peers that send X-Forwarded-For (lib/core/platform/seen-forwarders). */
interface Seen {
  ignored: string[];
  trusted: string[];
}

/** Checks that the proxies that forwarded requests in the last week are those of ATRIUM_TRUSTED_PROXIES. */
export const forwarders: Check = {
  name: "forwarded addresses",
  needs: "database",
  look: async ({ config }) => {
    const { readSeenForwarders } = await import("@/lib/core/platform/seen-forwarders");
    return forwardersFinding(await readSeenForwarders(), config.trustedProxies);
  },
};

export function forwardersFinding(
  { ignored, trusted }: Seen,
  configured: readonly string[],
): Finding {
  if (ignored.length > 0)
    return warning(
      ignoredForwarders(ignored),
      `If these are your proxies: ATRIUM_TRUSTED_PROXIES=${[...configured, ...ignored].join(",")}. If they are clients that make the header up, nothing is wrong: it is ignored.`,
    );
  if (configured.length > 0 && trusted.length === 0)
    return warning(
      `ATRIUM_TRUSTED_PROXIES names ${configured.join(", ")}, and no request with X-Forwarded-For came from there in the last week`,
      "If there is no such proxy, remove it: whoever gets its address is believed. If there is, have it send X-Forwarded-For.",
    );
  if (configured.length === 0) return ok("no request with X-Forwarded-For in the last week");
  return ok(`X-Forwarded-For comes from ${trusted.join(", ")}, which is trusted`);
}
