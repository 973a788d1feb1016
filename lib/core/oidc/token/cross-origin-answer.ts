import type { AuthenticatedClient } from "@/lib/core/oidc/token/authenticated-client";
import { isOriginOf } from "@/lib/core/oidc-clients/oidc-client";

/** Headers that let a page of the client's own read an answer (RFC 7009 §2.3). */
export function readableByPages(client: AuthenticatedClient, request: Request): HeadersInit {
  const origin = request.headers.get("origin");
  if (origin === null || client.kind !== "relying_party") return {};
  if (!isOriginOf(client.client.redirectUris, origin)) return { vary: "origin" };
  return { "access-control-allow-origin": origin, vary: "origin" };
}
