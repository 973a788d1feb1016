import type { FactorMethod } from "@/lib/core/factors/factor";

/** Returns a method's name in the keys of our texts. */
export function methodKey(method: FactorMethod): "email" | "app" | "passkey" | "recovery" {
  if (method === "email_otp") return "email";
  if (method === "totp") return "app";
  return method === "passkey" ? "passkey" : "recovery";
}
