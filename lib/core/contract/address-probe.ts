import { z } from "zod";

/** Answer of the service to `atrium doctor`: where it believes that the request came from. */
export const AddressProbe = z.object({
  /** Proves that the service has the same master key as the sender of the ticket. */
  proof: z.string(),
  /** Address at the other end of the service's connection. */
  peer: z.string().nullable(),
  /** Whether ATRIUM_TRUSTED_PROXIES names the peer. */
  peer_is_trusted: z.boolean(),
  /** Whether ATRIUM_TRUSTED_PROXIES names any address. */
  trusts_proxies: z.boolean(),
  /** Address that limits and the audit trail would use. */
  address: z.string().nullable(),
  /** X-Forwarded-For as received. */
  forwarded_for: z.string().nullable(),
  /** Host that the request names. */
  host: z.string().nullable(),
  /** Whether forms of our own pages are accepted, which Host and X-Forwarded-Host decide. */
  takes_forms: z.boolean(),
});

export type AddressProbeAnswer = z.infer<typeof AddressProbe>;

/** Origin of a request as this process determines it. */
export interface BelievedOrigin {
  peer: string | null;
  peerIsTrusted: boolean;
  trustsProxies: boolean;
  address: string | null;
  forwardedFor: string | null;
  host: string | null;
  takesForms: boolean;
}

/** Answer to a probe ticket, in wire format. */
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
