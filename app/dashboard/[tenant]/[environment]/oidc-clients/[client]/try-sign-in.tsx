import { createHash, randomBytes } from "node:crypto";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { config } from "@/lib/config/config";
import type { OidcClient } from "@/lib/oidc/clients/oidc-client";

/** Begins a sign-in as the client would, to see what its users see. The verifier is thrown away, so that nobody can
 *  redeem the code: the client gets an answer that it did not ask for, and refuses it. */
export function TrySignIn({ client }: { client: Pick<OidcClient, "clientId" | "redirectUris"> }) {
  const redirectUri = client.redirectUris.find((uri) => uri.startsWith("http"));
  if (!redirectUri) return null;
  return (
    <section aria-labelledby="try" className="space-y-3">
      <h2 id="try" className="text-lg font-semibold">
        Try it
      </h2>
      <p className="max-w-2xl text-sm text-neutral-600 dark:text-neutral-400">
        Begins a sign-in as the app would, and ends at{" "}
        <span className="font-mono text-[0.8rem] break-all">{redirectUri}</span>. Everything up to
        there is what users see. The app did not ask for the answer, so it will most likely say that
        the state is wrong.
      </p>
      <a
        href={authorizationUrl(client.clientId, redirectUri)}
        rel="noreferrer"
        className={quietButton}
      >
        Try sign-in
      </a>
    </section>
  );
}

function authorizationUrl(clientId: string, redirectUri: string): string {
  const random = () => randomBytes(32).toString("base64url");
  const url = new URL("/oauth/authorize", config().baseUrl);
  url.search = new URLSearchParams([
    ["client_id", clientId],
    ["redirect_uri", redirectUri],
    ["response_type", "code"],
    ["scope", "openid profile email"],
    ["state", random()],
    ["nonce", random()],
    ["code_challenge", createHash("sha256").update(random()).digest("base64url")],
    ["code_challenge_method", "S256"],
  ]).toString();
  return url.href;
}
