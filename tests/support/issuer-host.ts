import { serve } from "srvx";
import { config } from "@/lib/kernel/config/config";
import { routeModule } from "@/tests/support/route-module";

const paths = [
  ...["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"],
  ...[
    "/oauth/authorize",
    "/oauth/token",
    "/oauth/userinfo",
    "/oauth/jwks",
    "/oauth/logout",
    "/oauth/par",
  ],
];

/** Serves the OAuth plane, at the port that `issuer-port` chose.
 *  @returns the issuer, and a function that stops it */
export async function anIssuerHost(): Promise<{ issuer: string; stop: () => Promise<void> }> {
  const issuer = config().baseUrl;
  const { port } = new URL(issuer);
  const server = serve({ port, hostname: "localhost", silent: true, fetch: answer });
  await server.ready();
  return { issuer, stop: () => server.close(true) };
}

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const method = request.method as "GET" | "POST";
  if (!paths.includes(pathname)) return new Response(null, { status: 404 });
  return (await routeModule(pathname))[method](request, { params: Promise.resolve({}) });
}
