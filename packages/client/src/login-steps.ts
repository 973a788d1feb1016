import type { RouteAnswer } from "./calls.js";
import type {
  LoginChallenge,
  TrustedDeviceGrant,
  EnrolmentRequired as WireEnrolment,
} from "./generated/types.js";

/** The service has authenticated the user: exchange the grant immediately. */
export interface Granted {
  kind: "grant";
  grant: string;
  grant_expires_at: string;
  /** The browser's new token for `trustedDevice`, in place of its old one. Null: the old one stays valid. */
  trusted_device: TrustedDeviceGrant | null;
}

/** A second factor is required: a code, or a passkey when `challenge.type` says so. */
export interface OtpRequired {
  kind: "otp_required";
  email: string;
  challenge: LoginChallenge;
}

/** The policy requires a factor that the user does not have: `enrolment.token` lets the user register one. */
export interface EnrolmentRequired {
  kind: "enrolment_required";
  enrolment: WireEnrolment["enrolment"];
}

/** Next step of a login. Plain data: store it between two requests, on your server. */
export type LoginStep = Granted | OtpRequired | EnrolmentRequired;

/** Converts the answer of a login's routes to a step. */
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
