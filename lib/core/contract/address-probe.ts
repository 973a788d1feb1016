import { z } from "zod";

/** What the service tells `atrium doctor` of a request of its: where the service believes that it came from. */
export const AddressProbe = z.object({
  /** Shows that whoever answers holds the master key of whoever asks. */
  proof: z.string(),
  /** The address at the other end of the service's connection. */
  peer: z.string().nullable(),
  /** Whether ATRIUM_TRUSTED_PROXIES names the peer. */
  peer_is_trusted: z.boolean(),
  /** Whether ATRIUM_TRUSTED_PROXIES names anybody. */
  trusts_proxies: z.boolean(),
  /** The address that limits and the audit trail would go by. */
  address: z.string().nullable(),
  /** X-Forwarded-For as it arrived. */
  forwarded_for: z.string().nullable(),
  /** The host that the request came for. */
  host: z.string().nullable(),
  /** Whether forms of our own pages are taken, which is judged by Host and X-Forwarded-Host. */
  takes_forms: z.boolean(),
});

export type AddressProbeAnswer = z.infer<typeof AddressProbe>;

/** Where a request came from, as a process believes. */
export interface BelievedOrigin {
  peer: string | null;
  peerIsTrusted: boolean;
  trustsProxies: boolean;
  address: string | null;
  forwardedFor: string | null;
  host: string | null;
  takesForms: boolean;
}

/** The answer to a ticket. */
export function addressProbeResponse(proof: string, origin: BelievedOrigin): AddressProbeAnswer {
  return {
    proof,
    peer: origin.peer,
    peer_is_trusted: origin.peerIsTrusted,
    trusts_proxies: origin.trustsProxies,
    address: origin.address,
    forwarded_for: origin.forwardedFor,
    host: origin.host,
    takes_forms: origin.takesForms,
  };
}
