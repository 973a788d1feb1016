import type { AuthOptions } from "next-auth";
import {
  dashboardCookies,
  decodeDashboardToken,
  encodeDashboardToken,
} from "@/lib/core/dashboard-sign-in/dashboard-cookie";
import { redeemSignIn } from "@/lib/core/dashboard-sign-in/redeem-sign-in";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { noRequest, type RequestContext } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { deriveKey } from "@/lib/kernel/crypto/keyring";
import { logger } from "@/lib/kernel/process/logger";

/** Logs each message of next-auth in one line of limited length: any request can contribute to its text. */
const toOurLog: AuthOptions["logger"] = {
  error: (code, about) =>
    logger.error({ code: code.slice(0, 100), reason: wordsOf(about) }, "next-auth failed"),
  warn: (code) => logger.warn({ code: code.slice(0, 100) }, "next-auth warns"),
  debug: () => {},
};

function wordsOf(about: Error | { error?: Error; message?: unknown }): string {
  const { message } = "error" in about && about.error ? about.error : about;
  return String(message ?? "").slice(0, 200);
}

/** Configures next-auth as a relying party of our own issuer. Its cookie only names a session: it can't be
 *  revoked, so the named session is always looked up. The browser uses the issuer's public address. This
 *  process never does: its endpoints are configured, and it redeems the code in its own memory.
 *  @param context the browser's request, where it may return from a sign-in */
export async function dashboardSignIn(context: RequestContext = noRequest): Promise<AuthOptions> {
  const platform = await readPlatform();
  const { baseUrl } = config();
  const clientId = platform?.dashboardClientId ?? "not-set-up";
  return {
    secret: deriveKey("dashboard-cookie").toString("base64url"),
    cookies: dashboardCookies(platform?.environmentId ?? "none", baseUrl.startsWith("https://")),
    jwt: { encode: encodeDashboardToken, decode: decodeDashboardToken },
    session: { strategy: "jwt", maxAge: 12 * 60 * 60 },
    logger: toOurLog,
    pages: { signIn: "/dashboard/sign-in", error: "/dashboard/sign-in" },
    providers: [
      {
        id: "atrium",
        name: "Atrium",
        type: "oauth",
        idToken: true,
        checks: ["pkce", "state", "nonce"],
        issuer: baseUrl,
        clientId,
        client: { token_endpoint_auth_method: "none" },
        authorization: {
          url: `${baseUrl}/oauth/authorize`,
          params: { scope: "openid email profile" },
        },
        token: {
          url: `${baseUrl}/oauth/token`,
          request: async ({ params, checks, provider }) => ({
            tokens: await redeemSignIn({
              params,
              checks,
              clientId,
              callback: provider.callbackUrl,
              context,
            }),
          }),
        },
        profile: (claims: { sub: string; email?: string; name?: string }) => ({
          id: claims.sub,
          email: claims.email ?? null,
          name: claims.name ?? null,
        }),
      },
    ],
    callbacks: {
      jwt: ({ token, profile }) => {
        if (!profile) return token;
        const claims = profile as { sub?: string; sid?: string };
        return { ...token, userId: claims.sub, sid: claims.sid };
      },
      session: ({ session, token }) => ({
        ...session,
        atrium: { userId: token.userId, sid: token.sid },
      }),
      // Only our own pages, never an address from a query.
      redirect: ({ url }) =>
        url.startsWith(`${baseUrl}/dashboard`) ? url : `${baseUrl}/dashboard`,
    },
  };
}
