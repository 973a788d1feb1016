import type { ResponseConfig } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import { OAuthError } from "@/lib/core/contract/problem";
import { oneOfCodes, retryAfter } from "@/lib/core/http/openapi-problems";
import type { Reason } from "@/lib/kernel/errors/catalogue";

/** Describes a refusal with its possible errors, and the published codes of some of them. */
export function refused(
  description: string,
  errors: readonly string[],
  codes: readonly Reason[] = [],
  isLogin = false,
): ResponseConfig {
  const [error] = errors;
  const [code] = codes;
  const fields = {
    error: z.enum(errors).meta({ description: "Errors are added: keep a default branch." }),
    ...(code ? { error_code: oneOfCodes(codes, isLogin).optional() } : {}),
  };
  const schema = z.intersection(OAuthError, z.looseObject(fields));
  const example = { error, ...(code ? { error_code: code } : {}) };
  return { description, content: { "application/json": { schema, example } } };
}

/** Like `refused`, for a refusal that ends by itself. */
export const refusedForNow = (...refusal: Parameters<typeof refused>): ResponseConfig => ({
  ...refused(...refusal),
  headers: retryAfter,
});

/** Describes a page. */
export const page = (description: string): ResponseConfig => ({
  description,
  content: { "text/html": { schema: z.string() } },
});

/** Describes a redirect. */
export const redirect = (description: string): ResponseConfig => ({
  description,
  headers: {
    Location: { description: "Where to go.", required: true, schema: { type: "string" } },
  },
});

export const clientUnproved = refused(
  "The refusal is the same for an unknown client, a wrong secret and an inactive client or tenant.",
  ["invalid_client"],
);

export const tokenMissing = refused("The token is missing, or a parameter is repeated.", [
  "invalid_request",
]);

const temporarily = ["temporarily_unavailable"];
const tooMany = "Too many requests: wait for Retry-After.";
const overloaded = "Overloaded, or the database is away: wait for Retry-After.";
const busy = {
  429: refusedForNow(tooMany, temporarily, ["rate_limited"]),
  503: refusedForNow(overloaded, temporarily, ["service_overloaded"]),
};
const failed = "Something went wrong on our side.";
const late = "The body did not arrive in time; nothing else was checked.";
const large = "The body is too large.";

/** Refusals that any endpoint may answer a client with, by whether the method takes a body. */
export const clientRefusals = {
  any: { ...busy, 500: refused(failed, ["server_error"]) },
  body: { 408: refused(late, ["invalid_request"]), 413: refused(large, ["invalid_request"]) },
};

const orPage = ({ content, ...answer }: ResponseConfig): ResponseConfig => ({
  ...answer,
  content: { ...content, ...page("").content },
});

/** The same for a person: a page, or JSON for a client that does not accept HTML. */
export const pageRefusals = {
  any: { 429: orPage(busy[429]), 503: orPage(busy[503]), 500: page(failed) },
  body: { 408: page(late), 413: page(large) },
};
