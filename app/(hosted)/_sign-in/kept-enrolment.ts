import { z } from "zod";
import { sealedCookie } from "@/app/(hosted)/_sign-in/sealed-cookie";
import { factorTypes } from "@/lib/core/factors/factor";

const QUARTER_OF_AN_HOUR = 15 * 60;

const pendingEnrolment = z.object({
  email: z.string(),
  token: z.string(),
  methods: z.array(z.enum(factorTypes)),
  /** Token of the registration of an authenticator app, once it has started. */
  app: z.string().nullable(),
});

/** Pending enrolment: a sign-in that waits for a factor to be added. */
export type PendingEnrolment = z.infer<typeof pendingEnrolment>;

export const enrolmentCookie = sealedCookie<PendingEnrolment>(
  "enrolment",
  pendingEnrolment,
  QUARTER_OF_AN_HOUR,
);

/** Cookie of a complete sign-in after which a passkey is offered. */
export const passkeyOfferCookie = sealedCookie(
  "offer",
  z.object({ token: z.string() }),
  QUARTER_OF_AN_HOUR,
);

/** Cookie that holds new recovery codes until their owner has saved them: they are stored nowhere else. */
export const recoveryCodesCookie = sealedCookie(
  "recovery",
  z.object({ codes: z.array(z.string()) }),
  QUARTER_OF_AN_HOUR,
);
