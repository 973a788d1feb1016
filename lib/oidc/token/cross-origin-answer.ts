import { isOriginOf } from "@/lib/oidc/clients/oidc-client";
import type { AuthenticatedClient } from "@/lib/oidc/token/authenticated-client";

/** The headers by which a page of the client's own may read an answer (RFC 7009 §2.3). */
export function readableByPages(client: AuthenticatedClient, request: Request): HeadersInit {
  const origin = request.headers.get("origin");
  if (origin === null || client.kind !== "relying_party") return {};
  if (!isOriginOf(client.client.redirectUris, origin)) return { vary: "origin" };
  return { "access-control-allow-origin": origin, vary: "origin" };
}
