const policy = {
  idle_timeout_minutes: 60,
  absolute_timeout_minutes: 720,
  login_otp: "always" as const,
  trusted_device_days: 30,
  trusted_device_email: true,
  lockout_threshold: null,
  lockout_window_minutes: null,
  lockout_duration_minutes: null,
  password_min_length: 8,
  step_up_max_age_seconds: 300,
  allowed_factors: ["email_otp" as const, "totp" as const, "passkey" as const],
  email_otp_beside_factors: false,
  factor_grace_days: 14,
  administrators_require_factor: false,
  overrides: { idle_timeout_minutes: 60, login_otp: "always" as const },
};

export const securityPolicyExamples = {
  policy,
  changes: { idle_timeout_minutes: 60, login_otp: "always" as const, password_min_length: null },
};
