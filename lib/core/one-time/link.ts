import type { OneTimePurpose } from "@/lib/core/one-time/one-time-secret";
import { config } from "@/lib/kernel/config/config";

/** Purposes whose secret is sent in a link. */
export type LinkPurpose = Exclude<OneTimePurpose, "grant">;

const pages: Record<LinkPurpose, string> = {
  set_password: "/set-password",
  password_reset: "/set-password",
  invitation: "/invitation",
  onboarding: "/onboarding",
  not_me: "/not-me",
};

/** Returns the URL that carries a link's secret to the page that redeems it. It starts with the configured
 *  base address, never with a request's Host header, which an attacker could choose. */
export function linkFor(purpose: LinkPurpose, secret: string): string {
  return `${config().baseUrl}${pages[purpose]}?token=${encodeURIComponent(secret)}`;
}
