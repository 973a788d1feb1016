import type { EntitlementPolicy } from "@/lib/entitlements/entitlement-policy";

/** What each mode does, in a sentence. */
export const modeNames: Record<EntitlementPolicy["mode"], string> = {
  enforce: "Enforce: whoever lacks a package or an entitlement is refused",
  observe: "Observe: everybody passes, and what would have been refused is audited",
  off: "Off: packages and entitlements are not looked at",
};
