import { publicJson } from "@/lib/core/http/public-json";
import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { KEY_CACHE_SECONDS, publicKeys } from "@/lib/core/signing-keys/signing-keys";

/** Publishes every public key that may have signed a token (RFC 7517). A new key is published before it
 *  signs, for twice the time that an answer may be cached. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(
    async () => publicJson({ keys: await publicKeys() }, KEY_CACHE_SECONDS),
    "outside",
  ),
});
