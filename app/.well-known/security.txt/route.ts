import { now } from "@/lib/clock";
import { config } from "@/lib/config/config";
import { missing } from "@/lib/errors";
import { publicRoute } from "@/lib/http/public-route";
import { resource } from "@/lib/http/resource";
import { securityText } from "@/lib/http/security-text";

/** Where to report a vulnerability (RFC 9116); 404 where the operator names no contact. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicRoute(async () => {
    const text = securityText(config(), now());
    if (text === null) throw missing();
    return new Response(text, {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "public, max-age=3600",
      },
    });
  }, "outside"),
});
