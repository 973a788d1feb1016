import { z } from "zod";
import { publicEndpoint } from "@/lib/core/http/public-document";
import { resource } from "@/lib/core/http/resource";
import { securityText } from "@/lib/core/http/security-text";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { missing } from "@/lib/kernel/errors";

const example = `Contact: mailto:security@example.com
Expires: 2027-05-22T00:00:00.000Z
Canonical: https://auth.example.com/.well-known/security.txt
`;

/** Contact for reports of vulnerabilities (RFC 9116); 404 where the operator names none. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: publicEndpoint({
    id: "readSecurityText",
    tag: "OAuth and OpenID Connect",
    summary: "Read where to report a vulnerability",
    description:
      "The file of RFC 9116, from the operator's configuration; a 404 where that names no contact.",
    responses: {
      200: { description: "The file.", content: { "text/plain": { schema: z.string(), example } } },
    },
    refusals: ["missing"],
    read: () => {
      const text = securityText(config(), now());
      if (text === null) throw missing();
      return new Response(text, {
        headers: {
          "content-type": "text/plain; charset=utf-8",
          "cache-control": "public, max-age=3600",
        },
      });
    },
  }),
});
