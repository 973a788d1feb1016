import {
  anyRedirect,
  isPlainHttp,
  lines,
  redirectFor,
  type Snippet,
  type SnippetFacts,
} from "./snippet";

/** panva's library, for a server in Node.js. */
export function openidClient(facts: SnippetFacts): Snippet {
  const { issuer, clientId } = facts;
  const { uri, needs } = anyRedirect(facts);
  const code = lines(
    `import * as client from "openid-client";

const config = await client.discovery(
  new URL("${issuer}"),
  "${clientId}",
  process.env.CLIENT_SECRET,`,
    isPlainHttp(facts) && "  undefined,",
    isPlainHttp(facts) && "  { execute: [client.allowInsecureRequests] },",
    `);

// Sends a browser to sign in: keep \`kept\` in its session, and redirect it to \`url\`.
export async function beginSignIn() {
  const kept = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: "${uri}",
    scope: "openid profile email",
    code_challenge: await client.calculatePKCECodeChallenge(kept.pkceCodeVerifier),
    code_challenge_method: "S256",
    state: kept.expectedState,
    nonce: kept.expectedNonce,
  });
  return { url, kept };
}

// In the handler of ${new URL(uri).pathname}: \`currentUrl\` is the whole address that was asked for.
export async function finishSignIn(currentUrl, kept) {
  const tokens = await client.authorizationCodeGrant(config, currentUrl, kept);
  return tokens.claims();
}`,
  );
  return { id: "openidClient", needs, files: [{ name: "auth.js", code }] };
}

/** The same for a program on a person's own machine: the browser comes back to a port of the moment (RFC 8252 §7.3). */
export function nativeLoopback(facts: SnippetFacts): Snippet {
  const { issuer, clientId } = facts;
  const isLoopback = ({ protocol, hostname }: URL) =>
    protocol === "http:" && ["127.0.0.1", "localhost"].includes(hostname);
  const { uri, needs } = redirectFor(facts, isLoopback, () => "http://127.0.0.1/callback");
  const { hostname, pathname, search } = new URL(uri);
  const code = lines(
    `import { once } from "node:events";
import { createServer } from "node:http";
import * as client from "openid-client";

const config = await client.discovery(
  new URL("${issuer}"),
  "${clientId}",
  undefined,
  client.None(),`,
    isPlainHttp(facts) && "  { execute: [client.allowInsecureRequests] },",
    `);

// Signs in through the system's browser: \`open\` shows it an address.
export async function signIn(open) {
  const server = createServer().listen(0, "${hostname}");
  await once(server, "listening");
  const redirectUri = \`http://${hostname}:\${server.address().port}${pathname}${search}\`;
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "openid profile email",
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: expectedState,
  });
  open(url.href);
  const [request, response] = await once(server, "request");
  response.setHeader("connection", "close");
  response.end("You are signed in. You can close this window.");
  server.close();
  const currentUrl = new URL(request.url, redirectUri);
  return client.authorizationCodeGrant(config, currentUrl, { pkceCodeVerifier, expectedState });
}`,
  );
  return { id: "nativeLoopback", needs, files: [{ name: "sign-in.js", code }] };
}
