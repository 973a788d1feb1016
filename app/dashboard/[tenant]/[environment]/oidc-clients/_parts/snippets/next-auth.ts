import { redirectFor, type Snippet, type SnippetFacts } from "./snippet";

const CALLBACK = /^\/api\/auth\/callback\/([A-Za-z0-9_-]+)$/;

/** next-auth, which comes back to an address that is made of its provider's id. */
export function nextAuth(facts: SnippetFacts): Snippet {
  const { issuer, clientId } = facts;
  const { uri, needs } = redirectFor(
    facts,
    ({ pathname }) => CALLBACK.test(pathname),
    ({ origin }) => `${origin}/api/auth/callback/atrium`,
  );
  const { origin, pathname } = new URL(uri);
  const id = CALLBACK.exec(pathname)?.[1] ?? "atrium";
  const code = `import NextAuth from "next-auth";

const handler = NextAuth({
  providers: [
    {
      id: "${id}",
      name: "Atrium",
      type: "oauth",
      idToken: true,
      wellKnown: "${issuer}/.well-known/openid-configuration",
      checks: ["pkce", "state", "nonce"],
      clientId: "${clientId}",
      clientSecret: process.env.CLIENT_SECRET,
      authorization: { params: { scope: "openid profile email" } },
      profile: (claims: { sub: string; name?: string; email?: string }) => ({
        id: claims.sub,
        name: claims.name ?? null,
        email: claims.email ?? null,
      }),
    },
  ],
});

export { handler as GET, handler as POST };`;
  const environment = `NEXTAUTH_URL=${origin}
# openssl rand -base64 32
NEXTAUTH_SECRET=
CLIENT_SECRET=`;
  return {
    id: "nextAuth",
    needs,
    files: [
      { name: "app/api/auth/[...nextauth]/route.ts", code },
      { name: ".env.local", code: environment },
    ],
  };
}
