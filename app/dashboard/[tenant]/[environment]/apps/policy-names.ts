import type { App } from "@/lib/apps/app";

/** What an app's package policy asks of an organization, in a few words. */
export const policyNames: Record<App["packagePolicy"], string> = {
  none: "No package",
  any: "Any active package",
  listed: "A package that lists it",
};
