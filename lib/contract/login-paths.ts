import {
  LoginGrantAnswer,
  PreflightAnswer,
  PreflightBody,
  VerifyOtpBody,
} from "@/lib/contract/login";
import { content, type Operation } from "@/lib/contract/operation";
import { ForgotPasswordAnswer, ForgotPasswordBody } from "@/lib/contract/password-forgot";
import { RedeemPasswordLinkAnswer, RedeemPasswordLinkBody } from "@/lib/contract/password-redeem";

const endUser = [
  {
    name: "x-end-user-ip",
    description: "The end user's own address; without it the network brake is not applied.",
    example: "203.0.113.7",
  },
  { name: "x-end-user-agent", description: "The end user's own user agent." },
];
const plane = { tag: "Sign-in", caller: "tenant", method: "POST" } as const;
const email = "mara@example.com";
const device = {
  id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b31",
  token: "atd_3q2-7w0",
  window_days: 30,
  expires_at: "2026-12-21T09:00:00.000Z",
};
const grant = {
  status: "grant",
  grant: "agr_3q2-7w0",
  grant_expires_at: "2026-11-21T09:01:00.000Z",
  trusted_device: null,
} as const;

export const loginPaths: Operation[] = [
  {
    ...plane,
    path: "/api/v1/auth/login/preflight",
    id: "loginPreflight",
    summary: "Prove a password",
    description:
      "A grant, or a code sent by email first; a challenge for which none was sent says so. Unknown address, wrong password and suspended user are one refusal.",
    headers: [
      ...endUser,
      {
        name: "x-trusted-device",
        description:
          "The token of a device that is trusted. The answer may carry its successor, which replaces it; until that was sent once, the one before works.",
      },
    ],
    body: content(PreflightBody, { email, password: "kelp, mirage and 4 chairs" }),
    answers: {
      ok: {
        description: "A grant, or a challenge.",
        ...content(PreflightAnswer, {
          status: "otp_required",
          challenge: {
            type: "email_otp",
            token: "alc_3q2-7w0",
            masked_email: "m•••@example.com",
            code_length: 6,
            expires_at: "2026-11-21T09:10:00.000Z",
            resend_after_seconds: 30,
            remember_device_allowed: true,
            trusted_device_days: 30,
          },
        }),
      },
    },
    refusals: ["invalid_credentials", "login_temporarily_locked", "rate_limited"],
  },
  {
    ...plane,
    path: "/api/v1/auth/login/verify-otp",
    id: "loginVerifyOtp",
    summary: "Prove a code",
    headers: [
      ...endUser,
      {
        name: "x-login-challenge",
        description: "The challenge's token, which binds the tries to the login that began.",
      },
    ],
    body: content(VerifyOtpBody, { email, code: "493817", remember_device: true }),
    answers: {
      ok: {
        description: "A grant, and the device when it is to be trusted.",
        ...content(LoginGrantAnswer, { ...grant, trusted_device: device }),
      },
    },
    refusals: ["invalid_credentials", "login_temporarily_locked", "rate_limited"],
  },
  {
    ...plane,
    path: "/api/v1/auth/password/forgot",
    id: "forgotPassword",
    summary: "Ask for a link that sets a new password",
    description: "The same answer whoever the address belongs to.",
    headers: endUser,
    body: content(ForgotPasswordBody, { email }),
    answers: {
      accepted: {
        description: "If there is such a user, a link is on its way.",
        ...content(ForgotPasswordAnswer, { status: "accepted" }),
      },
    },
  },
  {
    ...plane,
    path: "/api/v1/auth/password/redeem",
    id: "redeemPasswordLink",
    summary: "Set a password by a link's token",
    description:
      "For a product that shows its own page. Only this spends the token, once; a password that is refused leaves it as it was. A token that the service emailed completes a sign-in; one that the API returned does where the policy asks for no code.",
    headers: endUser,
    body: content(RedeemPasswordLinkBody, {
      token: "alk_3q2-7w0",
      new_password: "kelp, mirage and 4 chairs",
    }),
    answers: {
      ok: {
        description:
          "A grant whose session says why in `kind`, or that the user signs in as always.",
        ...content(RedeemPasswordLinkAnswer, grant),
      },
    },
    refusals: ["invalid_credentials", "unprocessable"],
  },
];
