import type { RouteAnswer } from "./calls.js";
import type {
  LoginChallenge,
  TrustedDeviceGrant,
  EnrolmentRequired as WireEnrolment,
} from "./generated/types.js";

/** The user is signed in as far as the service is concerned: exchange the grant at once. */
export interface Granted {
  kind: "grant";
  grant: string;
  grant_expires_at: string;
  /** The browser's new token for `trustedDevice`, in place of the one that it had. Null: it keeps the one that it has. */
  trusted_device: TrustedDeviceGrant | null;
}

/** A second factor is asked for: a code, or a passkey when `challenge.type` says so. */
export interface OtpRequired {
  kind: "otp_required";
  email: string;
  challenge: LoginChallenge;
}

/** The policy asks for a factor that the user has not: `enrolment.token` lets the user register one. */
export interface EnrolmentRequired {
  kind: "enrolment_required";
  enrolment: WireEnrolment["enrolment"];
}

/** What comes next in a login. Plain data: keep it between two requests, on your server. */
export type LoginStep = Granted | OtpRequired | EnrolmentRequired;

/** The answer of a login's routes as a step. */
export function stepOf(
  answer: RouteAnswer<"POST /api/v1/auth/login/preflight">,
  email: string,
): LoginStep {
  switch (answer.status) {
    case "grant": {
      const { status, ...grant } = answer;
      return { kind: status, ...grant };
    }
    case "otp_required":
      return { kind: answer.status, email, challenge: answer.challenge };
    case "enrolment_required":
      return { kind: answer.status, enrolment: answer.enrolment };
  }
}
