import type { Feature } from "@/lib/features/feature";

/** Answers questions about access in the form of the OpenID AuthZEN Authorization API. */
export const feature = {
  name: "authzen",
  files: ["app/access", "app/.well-known/authzen-configuration"],
} satisfies Feature;
