import { DiscoveryDocument } from "@/lib/core/contract/oauth";
import { oauthExamples } from "@/lib/core/contract/oauth-examples";
import { publicDocument } from "@/lib/core/http/public-document";
import { discoveryDocument } from "@/lib/core/oidc/discovery/discovery-document";

/** Declares one of the addresses of the discovery document. */
export const discoveryEndpoint = (id: string, summary: string) =>
  publicDocument({
    id,
    tag: "OAuth and OpenID Connect",
    summary,
    description: "What clients configure themselves by. The same for every tenant.",
    schema: DiscoveryDocument,
    example: oauthExamples.discovery,
    maxAgeSeconds: 300,
    read: discoveryDocument,
  });
