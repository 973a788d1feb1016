import { environment } from "./environment";

/** A call of the management plane with the demo tenant's credential. */
export async function manage<T>(method: string, path: string, body?: object): Promise<T> {
  const { baseUrl } = environment();
  const response = await fetch(`${baseUrl}/api/v1/management${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await machineToken()}`,
      "content-type": "application/json",
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
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
