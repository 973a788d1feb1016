import { AddressProbe, type AddressProbeAnswer } from "@/lib/core/contract/address-probe";
import { type Check, type Finding, failed, type Installation, ok, skipped, warning } from "./check";
import { requestUrl } from "./http";

/** An address that no host has (RFC 5737, TEST-NET-1): a service that believes in it believes any client. */
const FAKE_ADDRESS = "192.0.2.77";

/** Origin of a request with a made-up X-Forwarded-For, as our own address reports it. */
export interface ProxiesSeen {
  baseUrl: string;
  /** Status of the answer; null when nothing answered. */
  status: number | null;
  /** Null when the server does not know our ticket. */
  told: AddressProbeAnswer | null;
}

/** Checks that the proxies in front of the service forward the client's true address. */
export const proxies: Check = {
  name: "proxies",
  needs: "database",
  look: async (at) => {
    const { openDataKeys } = await import("@/lib/kernel/data-keys/open-data-keys");
    try {
      await openDataKeys();
    } catch {
      return skipped("the signing keys have to open first");
    }
    return proxiesFinding(await probeProxies(at));
  },
};

/** Sends our own address a request with a made-up X-Forwarded-For, and a ticket that only this installation
 *  makes.
 *  @param ca further certificate authority, beside those that this machine trusts */
export async function probeProxies(
  { config: { baseUrl } }: Pick<Installation, "config">,
  ca?: string,
): Promise<ProxiesSeen> {
  const { newProbeTicket, PROBE_HEADER, probeProof } = await import(
    "@/lib/core/http/address-probe"
  );
  const ticket = newProbeTicket(new Date());
  const headers = { "x-forwarded-for": FAKE_ADDRESS, [PROBE_HEADER]: ticket };
  try {
    const { status, json } = await requestUrl(`${baseUrl}/.well-known/atrium-probe`, {
      headers,
      ca,
    });
    const { data } = AddressProbe.safeParse(json);
    return { baseUrl, status, told: data?.proof === probeProof(ticket) ? data : null };
  } catch {
    return { baseUrl, status: null, told: null };
  }
}

export function proxiesFinding({ baseUrl, status, told }: ProxiesSeen): Finding {
  if (status === null) return skipped("our own address has to answer first");
  if (!told)
    return failed(
      `${baseUrl} does not know our ticket (status ${status})`,
      "Another installation, another master key or an older version answers there, the clocks are more than a minute apart, or the proxy keeps X-Atrium-Probe or /.well-known/atrium-probe back.",
    );
  return (
    wrongHost(baseUrl, told) ??
    (told.trusts_proxies ? withTrustedProxy(told) : withoutTrustedProxy(baseUrl, told))
  );
}

/** Checks the host: forms are accepted only from our own pages, which are recognised by it. */
function wrongHost(baseUrl: string, answer: AddressProbeAnswer): Finding | null {
  if (answer.takes_forms) return null;
  const { host: expected } = new URL(baseUrl);
  const { host } = answer;
  return failed(
    `the service is told that browsers ask for ${host ?? "no host"}, not for ${expected}: it refuses their forms`,
    "Have the proxy pass Host, or X-Forwarded-Host, as the browser sent it.",
  );
}

/** Judges an installation that trusts no proxy. The service speaks no TLS itself: an https address has a
 *  proxy in front of it. */
function withoutTrustedProxy(baseUrl: string, answer: AddressProbeAnswer): Finding {
  const { peer, forwarded_for: forwarded } = answer;
  const wasChanged = forwarded !== FAKE_ADDRESS;
  if (!wasChanged && !baseUrl.startsWith("https:"))
    return ok("no proxy; a spoofed X-Forwarded-For is ignored");
  return failed(
    `a proxy at ${peer} is not trusted: all users behind it are one network, and share its limits`,
    `ATRIUM_TRUSTED_PROXIES=${peer}, and have the proxy append to X-Forwarded-For or replace it.`,
  );
}

function withTrustedProxy(answer: AddressProbeAnswer): Finding {
  const { peer, peer_is_trusted: isTrusted, address, forwarded_for: forwarded } = answer;
  if (!isTrusted)
    return failed(
      `requests come from ${peer}, which is not in ATRIUM_TRUSTED_PROXIES: all users behind it are one network`,
      `Add ${peer} to ATRIUM_TRUSTED_PROXIES, or the network that it is in.`,
    );
  if (address === FAKE_ADDRESS && forwarded === FAKE_ADDRESS)
    return failed(
      `${peer} passes on X-Forwarded-For from clients: the service accepted a spoofed address`,
      "Have the proxy append the client's address to X-Forwarded-For, or replace the header (nginx: $proxy_add_x_forwarded_for). If no proxy is between this machine and the service, take this machine out of ATRIUM_TRUSTED_PROXIES.",
    );
  if (address === FAKE_ADDRESS)
    return warning(
      `the service accepted a spoofed address, because ATRIUM_TRUSTED_PROXIES covers this machine (${forwarded})`,
      "Name the proxies alone, not the networks they are in; or ask from a machine that is not in one of them.",
    );
  if (forwarded === null || address === peer)
    return warning(
      `${peer} is trusted and does not say who asks: all users behind it are one network`,
      "Have the proxy append the client's address to X-Forwarded-For.",
    );
  return ok(`${peer} reports the client's address (${address}); a spoofed one is ignored`);
}
