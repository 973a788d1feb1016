import { namesOf } from "@/lib/kernel/errors/catalogue";
import { activityFailures, sessionEnds } from "@/lib/kernel/errors/session-errors";

/** Reasons why a session can't be used any more. A caller of a disabled tenant is refused before. */
export const sessionEnded = namesOf(sessionEnds).filter((reason) => reason !== "tenant_disabled");

/** Reasons why a session does not count as active. */
export const sessionInactive = namesOf(activityFailures);
