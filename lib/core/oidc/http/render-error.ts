import type { ServiceError } from "@/lib/kernel/errors";
import { reasons } from "@/lib/kernel/errors/catalogue";
import { type OAuthAnswer, serverError } from "@/lib/kernel/errors/row";

/** An error of the OAuth plane (RFC 6749 §5.2), with the published code in addition to the standard one. */
export interface OAuthError {
  status: number;
  error: string;
  description: string;
  errorCode?: string;
  retryAfterSeconds?: number;
  /** Accepted encoding of a body, where an encoded one was sent. */
  acceptEncoding?: "identity";
}

/** A refusal as an error of this plane. */
export function asOAuthError(error: ServiceError): OAuthError {
  const { oauth } = reasons[error.reason];
  const { status, error: code, coded, description }: OAuthAnswer = oauth ?? serverError;
  return {
    status,
    error: code,
    description: description ?? error.detail ?? code,
    ...(coded ? { errorCode: error.reason } : {}),
    ...(error.retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: error.retryAfterSeconds }),
    ...(error.fields.acceptEncoding === "identity" ? { acceptEncoding: "identity" } : {}),
  };
}

/** Response for an OAuth error. Equal errors are equal bytes. */
export function oauthErrorResponse(error: OAuthError): Response {
  const headers = new Headers({ "content-type": "application/json", "cache-control": "no-store" });
  if (error.retryAfterSeconds !== undefined)
    headers.set("retry-after", String(Math.max(1, Math.ceil(error.retryAfterSeconds))));
  if (error.acceptEncoding) headers.set("accept-encoding", error.acceptEncoding);
  // RFC 6749 §5.2 requires the scheme when the client used Basic. It is always sent, so
  // that it reveals nothing.
  if (error.status === 401) headers.set("www-authenticate", 'Basic realm="oauth"');
  const body = {
    error: error.error,
    error_description: error.description,
    ...(error.errorCode ? { error_code: error.errorCode } : {}),
  };
  return new Response(JSON.stringify(body), { status: error.status, headers });
}
