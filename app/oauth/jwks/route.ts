import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";
import { publicJson } from "@/lib/oidc/discovery";
import { KEY_CACHE_SECONDS, publicKeys } from "@/lib/signing-keys/signing-keys";

/** Every public key that may be met in a token (RFC 7517). A new key is here for twice the time an answer may
 *  be kept before it signs anything. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(
    async () => publicJson({ keys: await publicKeys() }, KEY_CACHE_SECONDS),
    "outside",
  ),
});
