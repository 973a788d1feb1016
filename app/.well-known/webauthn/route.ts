import { z } from "zod";
import { relatedOrigins } from "@/lib/core/factors/related-origins";
import { publicDocument } from "@/lib/core/http/public-document";
import { browserContext } from "@/lib/core/http/request-context";
import { resource } from "@/lib/core/http/resource";
import { admitAnonymous } from "@/lib/core/oidc/http/oauth-rate-limits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicDocument({
    id: "readRelatedOrigins",
    tag: "OAuth and OpenID Connect",
    summary: "Read the origins that may use the hosted pages' passkeys",
    description: "Related origin requests of WebAuthn level 3: browsers read the document.",
    schema: z.object({ origins: z.array(z.string()) }),
    example: { origins: ["https://auth.example.com", "https://shop.example"] },
    maxAgeSeconds: 300,
    limit: ({ headers }) => admitAnonymous(browserContext(headers, null)),
    read: async () => ({ origins: await relatedOrigins() }),
  }),
});
