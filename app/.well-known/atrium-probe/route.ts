import { now } from "@/lib/clock";
import { addressProbeResponse } from "@/lib/contract/address-probe";
import { missing } from "@/lib/errors";
import { believedOrigin, isProbeTicket, PROBE_HEADER, probeProof } from "@/lib/http/address-probe";
import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";

/** Tells `atrium doctor` where its request came from; to everybody else nothing is here. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async ({ request: { headers } }) => {
    const ticket = headers.get(PROBE_HEADER) ?? "";
    if (!isProbeTicket(ticket, now())) throw missing();
    return Response.json(addressProbeResponse(probeProof(ticket), believedOrigin(headers)));
  }),
});
