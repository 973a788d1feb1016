const email = "mara@example.com";
const password = "kelp, mirage and 4 chairs";
const grant = {
  status: "grant" as const,
  grant: "agr_3q2-7w0",
  grant_expires_at: "2026-11-21T09:01:00.000Z",
  trusted_device: null,
};

/** Examples of the API description: one person's direct sign-in. */
export const loginExamples = {
  address: { email },
  password: { email, password },
  challenge: {
    status: "otp_required" as const,
    challenge: {
      type: "email_otp" as const,
      methods: ["email_otp" as const],
      token: "alc_3q2-7w0",
      masked_email: "m•••@example.com",
      code_length: 6,
      expires_at: "2026-11-21T09:10:00.000Z",
      resend_after_seconds: 30,
      remember_device_allowed: true,
      trusted_device_days: 30,
    },
  },
  code: { email, code: "493817", remember_device: true },
  grant,
  grantWithDevice: {
    ...grant,
    trusted_device: {
      id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b31",
      token: "atd_3q2-7w0",
      window_days: 30,
      expires_at: "2026-12-21T09:00:00.000Z",
    },
  },
  link: { token: "alk_3q2-7w0", new_password: password },
};
