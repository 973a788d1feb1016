/** What a snippet is filled in with. */
export interface SnippetFacts {
  issuer: string;
  clientId: string;
  type: "confidential" | "public";
  redirectUris: string[];
  postLogoutRedirectUris: string[];
}

/** How a library is set up for a client: what is copied runs. */
export interface Snippet {
  id:
    | "openidClient"
    | "nextAuth"
    | "spring"
    | "aspNet"
    | "modAuthOpenidc"
    | "oidcClientTs"
    | "nativeLoopback";
  /** The redirect URI that has to be registered first, where the library comes back to an address of its own. */
  needs: string | null;
  files: { name: string; code: string }[];
}

/** The address that a library comes back to: a registered one that fits, or else the one to register first.
 *  @param made what the library would come back to, made from a registered address */
export function redirectFor(
  { redirectUris }: Pick<SnippetFacts, "redirectUris">,
  fits: (uri: URL) => boolean,
  made: (uri: URL) => string,
): { uri: string; needs: string | null } {
  const known = redirectUris.filter((uri) => URL.canParse(uri) && !uri.includes("*"));
  const fitting = known.find((uri) => fits(new URL(uri)));
  if (fitting) return { uri: fitting, needs: null };
  const web = known.find((uri) => uri.startsWith("http"));
  const uri = made(new URL(web ?? "https://app.example.com/callback"));
  return { uri, needs: uri };
}

/** Any registered address will do. */
export function anyRedirect(facts: Pick<SnippetFacts, "redirectUris">) {
  return redirectFor(
    facts,
    ({ protocol }) => protocol.startsWith("http"),
    ({ origin }) => `${origin}/callback`,
  );
}

/** Lines that are there only when they apply. */
export function lines(...all: (string | false | null)[]): string {
  return all.filter((line) => typeof line === "string").join("\n");
}

/** Whether the issuer is reached without TLS, as on a developer's machine: libraries must be told. */
export function isPlainHttp({ issuer }: Pick<SnippetFacts, "issuer">): boolean {
  return issuer.startsWith("http:");
}
