import type { z } from "zod";
import {
  POLL,
  type TransmitterConfiguration,
} from "@/lib/features/shared-signals/contract/event-stream";
import { config } from "@/lib/kernel/config/config";

/** Configuration that receivers of security events discover (OpenID Shared Signals Framework 1.0 §7.1).
 *  The same for every tenant: streams belong to credentials. */
export function transmitterConfiguration(): z.infer<typeof TransmitterConfiguration> {
  const { baseUrl } = config();
  const ssf = `${baseUrl}/api/v1/ssf`;
  return {
    spec_version: "1_0",
    issuer: baseUrl,
    jwks_uri: `${baseUrl}/oauth/jwks`,
    delivery_methods_supported: [POLL],
    configuration_endpoint: `${ssf}/streams`,
    status_endpoint: `${ssf}/status`,
    add_subject_endpoint: `${ssf}/subjects/add`,
    remove_subject_endpoint: `${ssf}/subjects/remove`,
    verification_endpoint: `${ssf}/verification`,
    critical_subject_members: ["user"],
    default_subjects: "ALL",
    // OAuth 2.0: a machine token.
    authorization_schemes: [{ spec_urn: "urn:ietf:rfc:6749" }],
  };
}
