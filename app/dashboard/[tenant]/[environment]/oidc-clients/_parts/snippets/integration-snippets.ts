import { aspNet } from "./asp-net";
import { modAuthOpenidc } from "./mod-auth-openidc";
import { nextAuth } from "./next-auth";
import { oidcClientTs } from "./oidc-client-ts";
import { nativeLoopback, openidClient } from "./openid-client";
import type { Snippet, SnippetFacts } from "./snippet";
import { spring } from "./spring";

/** How the usual libraries are set up for this client: servers keep a secret, browsers and programs on people's machines
 *  keep none. Secrets come from the environment: none is ever in a snippet, since none is kept. */
export function integrationSnippets(facts: SnippetFacts): Snippet[] {
  const libraries =
    facts.type === "public"
      ? [oidcClientTs, nativeLoopback]
      : [openidClient, nextAuth, spring, aspNet, modAuthOpenidc];
  return libraries.map((snippet) => snippet(facts));
}
