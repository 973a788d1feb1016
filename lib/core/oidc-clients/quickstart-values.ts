/** Values of the placeholders of a quickstart. */
export type QuickstartValues = Record<
  | "issuer"
  | "client_id"
  | "client_secret"
  | "random_secret"
  | "origin"
  | "port"
  | "redirect_uri"
  | "redirect_path"
  | "post_logout_redirect_uri"
  | "post_logout_path",
  string
>;

/** The part of a client's registration that its quickstarts show. */
export interface QuickstartClient {
  issuer: string;
  clientId: string;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
}

/** Addresses of a quickstart, with `{{origin}}` in them, and the code that uses them. */
export interface QuickstartAddresses {
  redirectUri: string;
  postLogoutRedirectUri: string | null;
  files: readonly { code: string }[];
}

const LOCAL = "http://localhost:4000";

/** Values for a client's quickstart: its registered addresses where they fit. None is a secret.
 *  @returns the values, and the redirect URI to register first if the code's own is not registered */
export function quickstartValues(
  quickstart: QuickstartAddresses,
  client: QuickstartClient,
): { values: QuickstartValues; needs: string | null } {
  const known = client.redirectUris.filter((uri) => URL.canParse(uri) && !uri.includes("*"));
  const fitting = known.find((uri) => fits(quickstart, new URL(uri)));
  const web = fitting ?? known.find((uri) => uri.startsWith("http"));
  const origin = web ? new URL(web).origin : LOCAL;
  const redirectUri = fitting ?? inPlace(quickstart.redirectUri, { origin });
  const signedOut = afterLogout(quickstart, client, origin);
  return {
    values: {
      issuer: client.issuer,
      client_id: client.clientId,
      client_secret: "",
      random_secret: "",
      origin,
      // Behind a proxy, the application has its own port.
      port: new URL(origin).port || "4000",
      redirect_uri: redirectUri,
      redirect_path: pathOf(redirectUri),
      post_logout_redirect_uri: signedOut,
      post_logout_path: pathOf(signedOut),
    },
    needs: fitting ? null : redirectUri,
  };
}

/** Fills the values in a text of a quickstart. A placeholder without a value stays. */
export function inPlace(text: string, values: Partial<QuickstartValues>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: keyof QuickstartValues) => {
    return values[name] ?? placeholder;
  });
}

/** Whether the code can receive redirects at an address: at any web address if it has a placeholder for it;
 *  else only at its own path. */
function fits({ redirectUri, files }: QuickstartAddresses, uri: URL): boolean {
  const isLoopback = redirectUri.startsWith("http://127.0.0.1/");
  if (isLoopback) return uri.protocol === "http:" && uri.hostname === "127.0.0.1";
  if (!uri.protocol.startsWith("http")) return false;
  if (files.some(({ code }) => code.includes("{{redirect_"))) return true;
  return uri.pathname === pathOf(inPlace(redirectUri, { origin: LOCAL }));
}

/** Address after a sign-out. A path that the code must name is one that its library handles, so
 *  never the home page. */
function afterLogout(
  { postLogoutRedirectUri, files }: QuickstartAddresses,
  { postLogoutRedirectUris }: QuickstartClient,
  origin: string,
): string {
  const isNamed = files.some(({ code }) => code.includes("{{post_logout_path}}"));
  const registered = postLogoutRedirectUris.find(
    (uri) =>
      URL.canParse(uri) &&
      new URL(uri).origin === origin &&
      !(isNamed && new URL(uri).pathname === "/"),
  );
  return registered ?? inPlace(postLogoutRedirectUri ?? "{{origin}}/", { origin });
}

function pathOf(uri: string): string {
  const { pathname, search } = new URL(uri);
  return pathname + search;
}
