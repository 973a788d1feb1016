import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { securityText } from "@/lib/core/http/security-text";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { missing } from "@/lib/kernel/errors";

/** Contact for reports of vulnerabilities (RFC 9116); 404 where the operator names none. */
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
