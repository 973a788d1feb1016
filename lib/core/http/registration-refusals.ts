import { sessionEnded } from "@/lib/core/http/session-refusals";
import type { Reason } from "@/lib/kernel/errors/catalogue";

/** Reasons why a factor can't be added. `invalid_credentials` applies to an enrolment's token. */
export const registrationRefused = [
  ...sessionEnded,
  "invalid_credentials",
  "step_up_required",
  "unprocessable",
  "conflict",
] as const satisfies readonly Reason[];
