import { createHash, randomBytes } from "node:crypto";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import { config } from "@/lib/kernel/config/config";

interface Props {
  client: Pick<OidcClient, "clientId" | "redirectUris">;
  t: Translator<"connections">;
}

/** Starts a sign-in as the client would, to show what its users see. The verifier is discarded, so that no
 *  party can redeem the code: the client receives a response that it did not request, and refuses it. */
export function TrySignIn({ client, t }: Props) {
  const redirectUri = client.redirectUris.find((uri) => uri.startsWith("http"));
  if (!redirectUri) return null;
  return (
    <section aria-labelledby="try" className="space-y-3">
      <h2 id="try" className="text-lg font-semibold">
        {t("clients.try.title")}
      </h2>
      <p className="max-w-2xl text-sm text-neutral-600 dark:text-neutral-400">
        {t.rich("clients.try.about", {
          uri: () => (
            <span dir="ltr" className="font-mono text-[0.8rem] break-all">
              {redirectUri}
            </span>
          ),
        })}
      </p>
      <a
        href={authorizationUrl(client.clientId, redirectUri)}
        rel="noreferrer"
        className={quietButton}
      >
        {t("clients.try.link")}
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
