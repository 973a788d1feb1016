import type { AttemptOutcome } from "@/lib/core/backchannel-logout/logout-delivery";

/** Returns why a back-channel logout did not arrive, as a metric label; empty for one that did. */
export function logoutCause({ statusCode, error, refused }: AttemptOutcome): string {
  if (statusCode !== null) {
    if (statusCode < 300) return "";
    if (statusCode < 400) return "redirect";
    return statusCode < 500 ? "status_4xx" : "status_5xx";
  }
  if (refused) return "refused_target";
  if (error === "no answer in time") return "timeout";
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|TLS|SSL/i.test(error ?? "") ? "tls" : "connection";
}
