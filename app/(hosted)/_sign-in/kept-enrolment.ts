import { z } from "zod";
import { sealedCookie } from "@/app/(hosted)/_sign-in/sealed-cookie";
import { type FactorType, factorTypes } from "@/lib/core/factors/factor";

const QUARTER_OF_AN_HOUR = 15 * 60;

/** Pending enrolment: a sign-in that waits for a factor to be added. */
export interface PendingEnrolment {
  email: string;
  token: string;
  methods: FactorType[];
  /** Token of the registration of an authenticator app, once it has started. */
  app: string | null;
}

export const enrolmentCookie = sealedCookie<PendingEnrolment>(
  "enrolment",
  z.object({
    email: z.string(),
    token: z.string(),
    methods: z.array(z.enum(factorTypes)),
    app: z.string().nullable(),
  }),
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
