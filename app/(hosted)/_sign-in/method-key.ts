import type { FactorMethod } from "@/lib/core/factors/factor";

/** A method as the keys of our texts name it. */
export function methodKey(method: FactorMethod): "email" | "app" | "passkey" | "recovery" {
  if (method === "email_otp") return "email";
  if (method === "totp") return "app";
  return method === "passkey" ? "passkey" : "recovery";
}
