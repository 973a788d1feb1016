/** A refusal: branch on the status first, then on the code. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    /** The rest of the answer: some codes bring more along. */
    readonly body: Record<string, unknown>,
  ) {
    super(`${status} ${code ?? body.detail ?? body.title ?? ""}`);
  }
}

/** Sends a request and reads the JSON of its answer. Waits and tries again where Atrium asks for it: after
 *  429 and 503, for `Retry-After` and a random bit more, so that a fleet does not come back all at once.
 *  @param make is called for each try: a signed statement is good for one */
export async function send<T>(make: () => [string, RequestInit], attempt = 1): Promise<T> {
  const response = await fetch(...make());
  const body = response.status === 204 ? {} : await response.json();
  if (response.ok) return body as T;
  if ([429, 503].includes(response.status) && attempt < 5) {
    const seconds = Number(response.headers.get("retry-after") ?? 1) + Math.random() * attempt;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return send(make, attempt + 1);
  }
  throw new Refused(response.status, body.code ?? body.error, body);
}

/** A request with a JSON body. */
export function json(method: string, body: unknown, token?: string): RequestInit {
  return {
    method,
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  };
}
