import { type ClientHttp2Session, connect } from "node:http2";
import { type RequestOptions, request } from "node:https";
import { NAME } from "../../harness/certificates";
import { stage } from "./stage";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The address of the loopback network that asks. */
  from?: string;
}

/** Where a client finds the proxy, and whom it believes to be that. */
export function through(): RequestOptions {
  const { port, authority } = stage();
  return { host: "127.0.0.1", port, servername: NAME, ca: authority };
}

const named = () => ({ host: `${NAME}:${stage().port}` });

/** Asks the proxy by TLS and HTTP/1.1, on a connection of its own. */
export function ask(path: string, asked: Asked = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body, from } = asked;
  const options = { ...through(), path, method, headers: { ...named(), ...headers }, agent: false };
  return new Promise((resolve, reject) => {
    const sent = request({ ...options, ...(from && { localAddress: from }) }, async (answer) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
      } catch (error) {
        reject(error);
      }
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** A session of HTTP/2 with the proxy, which must agree to it. */
export function speakHttp2(): Promise<ClientHttp2Session> {
  const { host, ...options } = through();
  const session = connect(`https://${host}:${stage().port}`, options as object);
  return new Promise((resolve, reject) => {
    session.once("connect", () => resolve(session));
    session.once("error", reject);
  });
}

/** A form's headers and body. */
export function form(fields: Record<string, string>): Asked {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { method: "POST", headers, body: new URLSearchParams(fields).toString() };
}

/** A machine token of the demo tenant. */
export async function machineToken(asked: Asked = {}): Promise<string> {
  const { client_id, client_secret } = stage().demo;
  const fields = { grant_type: "client_credentials", client_id, client_secret };
  const wanted = form(fields);
  const headers = { ...wanted.headers, ...asked.headers };
  const answer = await ask("/oauth/token", { ...wanted, ...asked, headers });
  if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body).access_token;
}
