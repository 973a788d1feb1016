import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";
import { publicJson } from "@/lib/oidc/discovery/public-json";
import { KEY_CACHE_SECONDS, publicKeys } from "@/lib/oidc/keys/signing-keys";

/** Every public key that may have signed a token (RFC 7517). A new key is published here before it signs, for twice the
 *  time that an answer may be cached. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(
    async () => publicJson({ keys: await publicKeys() }, KEY_CACHE_SECONDS),
    "outside",
  ),
});
