import type { z } from "zod";
import { JsonWebKeySet } from "@/lib/core/contract/oauth";
import { oauthExamples } from "@/lib/core/contract/oauth-examples";
import { publicDocument } from "@/lib/core/http/public-document";
import { resource } from "@/lib/core/http/resource";
import { KEY_CACHE_SECONDS, publicKeys } from "@/lib/core/signing-keys/signing-keys";

/** Publishes every public key that may have signed a token (RFC 7517). A new key is published before it
 *  signs, for twice the time that an answer may be cached. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicDocument({
    id: "readKeys",
    tag: "OAuth and OpenID Connect",
    summary: "Read the public keys of every kind of token",
    description:
      "Keep them for some minutes, and read them again when a token names a key that you have not seen.",
    schema: JsonWebKeySet,
    example: oauthExamples.keys,
    answer: "The keys.",
    maxAgeSeconds: KEY_CACHE_SECONDS,
    read: async () => ({ keys: await publicKeys() }) as z.output<typeof JsonWebKeySet>,
  }),
});
