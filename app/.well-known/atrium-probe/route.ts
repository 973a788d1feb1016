import { addressProbeResponse } from "@/lib/core/contract/address-probe";
import {
  believedOrigin,
  isProbeTicket,
  PROBE_HEADER,
  probeProof,
} from "@/lib/core/http/address-probe";
import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { now } from "@/lib/kernel/clock";
import { missing } from "@/lib/kernel/errors";

/** Tells `atrium doctor` the origin of its request; for all other clients it is a 404. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async ({ request: { headers } }) => {
    const ticket = headers.get(PROBE_HEADER) ?? "";
    if (!isProbeTicket(ticket, now())) throw missing();
    return Response.json(addressProbeResponse(probeProof(ticket), believedOrigin(headers)));
  }),
});
