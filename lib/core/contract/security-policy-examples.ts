import { securityPolicyResponse } from "@/lib/core/contract/security-policy";
import { platformPolicy } from "@/lib/core/security-policy/security-policy";

const overrides = { idleTimeoutMinutes: 60, loginOtp: "always" as const };

export const securityPolicyExamples = {
  policy: securityPolicyResponse(overrides, platformPolicy),
  changes: { idle_timeout_minutes: 60, login_otp: "always" as const, password_min_length: null },
};
