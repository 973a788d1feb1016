import type { z } from "zod";
import type { ErrorText } from "@/lib/kernel/errors/error-text";
import type { OAuthErrorName } from "@/lib/kernel/errors/oauth-errors";

/** Titles of the statuses with which a request is rejected. */
export const titles = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

/** Answer of the OAuth endpoints (RFC 6749 §5.2). */
export interface OAuthAnswer {
  status: number;
  error: OAuthErrorName;
  /** The code is also the answer's `error_code`. */
  coded?: true;
  /** Replaces the error's detail. */
  description?: string;
}

interface Answers {
  /** HTTP status on the JSON planes. */
  status: keyof typeof titles;
  /** For people; that of the status where it is absent. */
  title?: string;
  /** Null for a reason that cannot occur there, which would be a `server_error`. */
  oauth: OAuthAnswer | null;
}

interface CodedText extends ErrorText {
  /** Fields that a problem document with this code has in addition, by their names on the wire. Each has a
   *  description, which follows the code in the description of the API. */
  fields?: Readonly<Record<string, z.ZodType>>;
}

/** A reason with a published code, which is the reason's name. */
type CodedReason = Answers & CodedText;

/** A reason that only its status tells. */
interface UncodedReason extends Answers {
  cause?: never;
  remedy?: never;
  note?: never;
  fields?: never;
}

/** Everything about a reason for which the service rejects a request. */
export type ReasonRow = CodedReason | UncodedReason;

/** A group of reasons by their names. */
export type ReasonRows = Readonly<Record<string, ReasonRow>>;

/** An OAuth answer by which the grant, the code or the token of a request is not good. */
export const invalidGrant = { status: 400, error: "invalid_grant", coded: true } as const;

/** An OAuth answer of a request to repeat later. */
export const laterAt = <S extends 429 | 503>(status: S) =>
  ({ status, error: "temporarily_unavailable", coded: true }) as const;

/** An OAuth answer to what only the log explains. */
export const serverError = { status: 500, error: "server_error" } as const;

/** A reason of endpoints that are none of OAuth. */
export const jsonOnly = <S extends Answers["status"]>(status: S, text: CodedText) =>
  ({ status, oauth: null, ...text }) as const;
