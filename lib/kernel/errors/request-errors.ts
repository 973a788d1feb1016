import { z } from "zod";
import { laterAt, type ReasonRows, serverError } from "@/lib/kernel/errors/row";

const invalidRequest = <S extends number>(status: S) =>
  ({ status, error: "invalid_request" }) as const;

/** Reasons of any operation: the shape of the request, its caller, and the state of the service. */
export const requestErrors = {
  malformed: { status: 400, oauth: invalidRequest(400) },
  unauthenticated: { status: 401, oauth: { status: 401, error: "invalid_client" } },
  forbidden: { status: 403, oauth: { status: 400, error: "unauthorized_client" } },
  missing: { status: 404, oauth: invalidRequest(404) },
  method_not_allowed: { status: 405, oauth: invalidRequest(405) },
  request_timeout: { status: 408, oauth: invalidRequest(408) },
  conflict: { status: 409, oauth: invalidRequest(409) },
  payload_too_large: { status: 413, oauth: invalidRequest(413) },
  unsupported_media_type: { status: 415, oauth: invalidRequest(400) },
  unprocessable: { status: 422, oauth: invalidRequest(422) },
  internal: { status: 500, oauth: serverError },
  unavailable: { status: 503, oauth: { status: 503, error: "temporarily_unavailable" } },
  // A wrong proof in a step-up or password change has no code (spec, Step-up failures).
  proof_rejected: { status: 401, oauth: { status: 400, error: "invalid_grant" } },
  service_overloaded: {
    status: 503,
    oauth: laterAt(503),
    cause:
      "The process has as many requests under way, and as many waiting, as it takes at once. Nothing of the request was done.",
    remedy:
      "Wait for `Retry-After` with jitter, and send the request again with growing waits, a bounded number of times. The operator of the service finds the cause under [AtriumOverloaded](OBSERVABILITY.md#atriumoverloaded).",
  },
  // Contract, Factors.
  step_up_required: {
    status: 403,
    oauth: { status: 403, error: "access_denied" },
    fields: {
      methods: z.array(z.string()).describe("the methods of which a proof would do."),
    },
    cause:
      "The call needs a proof that is younger than the policy's `step_up_max_age_seconds`, or one by another factor. `methods` lists what would do.",
    remedy:
      "Ask the user for one of `methods`, send it to [session/reverify](/docs/reference/sessions#reverifySession), and repeat the call.",
  },
} as const satisfies ReasonRows;
