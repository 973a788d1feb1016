import { sessionEnded } from "@/lib/core/http/session-refusals";
import type { Reason } from "@/lib/kernel/errors";

/** Why nobody may add a factor, or this one. `invalid_credentials` is for an enrolment's token. */
export const registrationRefused = [
  ...sessionEnded,
  "invalid_credentials",
  "step_up_required",
  "unprocessable",
  "conflict",
] as const satisfies readonly Reason[];
