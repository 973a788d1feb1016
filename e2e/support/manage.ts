import { environment } from "./environment";

/** Calls the management plane with the demo tenant's credential. */
export async function manage<T>(method: string, path: string, body?: object): Promise<T> {
  return send(method, path, "application/json", body && JSON.stringify(body));
}

/** Like `manage`, with one JSON object a line. */
export async function manageLines<T>(path: string, lines: readonly object[]): Promise<T> {
  const body = lines.map((line) => JSON.stringify(line)).join("\n");
  return send("POST", path, "application/x-ndjson", body);
}

async function send<T>(method: string, path: string, type: string, body?: string): Promise<T> {
  const { baseUrl } = environment();
  const response = await fetch(`${baseUrl}/api/v1/management${path}`, {
    method,
    headers: { authorization: `Bearer ${await machineToken()}`, "content-type": type },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

async function machineToken(): Promise<string> {
  const { baseUrl, demo } = environment();
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: String(demo.client_id),
    client_secret: String(demo.client_secret),
  });
  const response = await fetch(`${baseUrl}/oauth/token`, { method: "POST", body });
  return ((await response.json()) as { access_token: string }).access_token;
}
