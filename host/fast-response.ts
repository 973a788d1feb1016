import type { ServerResponse } from "node:http";
import { FastResponse } from "srvx/node";
import { LightHeaders } from "@/host/light-headers";

/** The host's bundle uses this class as the global Response. It stores a string unchanged until it is sent,
 *  where the platform's turns every body into a stream first, and its headers are cheap to set. To its users
 *  it is the same. */
class HostResponse extends FastResponse {
  #light: LightHeaders | null;
  readonly #isInOnePiece: boolean;

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    const light = new LightHeaders(init?.headers);
    super(body, { ...init, headers: light });
    this.#light = light;
    this.#isInOnePiece = typeof body === "string" || body == null;
  }

  /** Sends a response whose body is a text, or absent, with one call, which takes less than separate calls
   *  for its head, its body and its end.
   *  @returns whether it was sent: false for another kind, or when the body was accessed before */
  static sendsInOnePiece(response: Response, outgoing: ServerResponse): boolean {
    if (!(#light in response) || response.#light === null || !response.#isInOnePiece) return false;
    const { status, statusText, headers, body } = response._toNodeResponse();
    outgoing.writeHead(status, statusText, headers);
    outgoing.end(body ?? undefined);
    return true;
  }

  static override json(data: unknown, init?: ResponseInit): HostResponse {
    const body = JSON.stringify(data);
    if (body === undefined) throw new TypeError("A value that is no JSON");
    const response = new HostResponse(body, init);
    if (!response.headers.has("content-type"))
      response.headers.set("content-type", "application/json");
    return response;
  }

  // The platform's responses, such as those of node-oidc-provider's answers, are responses too.
  static [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof FastResponse;
  }

  override get headers(): Headers {
    return this.#light ?? super.headers;
  }

  /** The platform's response, made on the first access to the body. It has the headers from then on. */
  get _response(): Response {
    this.#light = null;
    return Reflect.get(FastResponse.prototype, "_response", this);
  }
}

export { HostResponse as Response };
