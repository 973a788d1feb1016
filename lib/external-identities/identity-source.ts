import ipaddr from "ipaddr.js";
import { isPublicAddress } from "@/lib/outbound/public-address";

export type IdentitySourceStatus = "active" | "disabled";

/** An issuer outside that vouches for people. Its tokens are believed for principals that are bound to users. */
export interface IdentitySource {
  id: string;
  type: "oidc";
  /** Compared byte by byte with a token's `iss`. It never changes: subjects mean nothing without it. */
  issuer: string;
  /** A token must be meant for one of them. */
  audiences: string[];
  jwksUri: string;
  /** Name of an attribute of the principal -> the token's claim that it is taken from. */
  attributeMapping: Record<string, string>;
  status: IdentitySourceStatus;
  createdAt: Date;
  updatedAt: Date;
}

/** What may be changed of a source: everything but who it is. */
export type IdentitySourceChanges = Partial<
  Pick<IdentitySource, "audiences" | "jwksUri" | "attributeMapping" | "status">
>;

/** Why a text can be no issuer, or null (OpenID Connect Discovery 1.0 §3: https, without query or fragment). */
export function issuerProblem(value: string): string | null {
  const problem = publicHttpsProblem(value);
  if (problem) return problem;
  return new URL(value).search || value.includes("?") ? "must not contain a query" : null;
}

/** Why keys can't be read from here, or null. What a name leads to is checked when it is connected to. */
export function publicHttpsProblem(value: string): string | null {
  if (!URL.canParse(value)) return "is not a URL";
  const url = new URL(value);
  if (url.protocol !== "https:" || !value.startsWith("https://")) return "must be https";
  if (url.hash || value.includes("#")) return "must not contain a fragment";
  if (url.username || url.password) return "must not contain credentials";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(host) && !isPublicAddress(host)
    ? "must not be an address that is not public"
    : null;
}
