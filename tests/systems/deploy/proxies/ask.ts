import { type ClientHttp2Session, connect } from "node:http2";
import {
  type Answer,
  askBehind,
  type Differing,
  form,
  through as to,
} from "../../harness/ask-behind";
import { NAME } from "../../harness/certificates";
import { stage } from "./stage";

const proxy = () => ({ ...stage(), name: NAME });

/** Address of the proxy for a client, and the authority that the client trusts. */
export const through = () => to(proxy());

/** Asks the proxy by TLS and HTTP/1.1, on a connection of its own. */
export const ask = (path: string, differing?: Differing): Promise<Answer> =>
  askBehind(proxy(), path, differing);

/** A session of HTTP/2 with the proxy, which must agree to it. */
export function speakHttp2(): Promise<ClientHttp2Session> {
  const { host, ...options } = through();
  const session = connect(`https://${host}:${stage().port}`, options as object);
  return new Promise((resolve, reject) => {
    session.once("connect", () => resolve(session));
    session.once("error", reject);
  });
}

/** A machine token of the demo tenant. */
export async function machineToken(differing: Differing = {}): Promise<string> {
  const { client_id, client_secret } = stage().demo;
  const fields = { grant_type: "client_credentials", client_id, client_secret };
  const init = form(fields);
  const headers = { ...init.headers, ...differing.headers };
  const answer = await ask("/oauth/token", { ...init, ...differing, headers });
  if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body).access_token;
}
