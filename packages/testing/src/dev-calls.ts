/** The service refused a call below /dev: `message` has the reason. */
export class DevError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "DevError";
  }
}

/** Calls a path below /dev, and returns the body. */
export type DevCall = (method: string, path: string, body?: object) => Promise<unknown>;

/** @param baseUrl the service's address */
export function devCalls(baseUrl: string): DevCall {
  return async (method, path, body) => {
    const response = await fetch(`${baseUrl}/dev${path}`, {
      method,
      ...(body && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    throw new DevError(response.status, `${method} /dev${path}: ${detailOf(text) ?? text}`);
  };
}

function detailOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { detail?: string }).detail;
  } catch {
    return undefined;
  }
}
