import { publicHttpsProblem } from "@/lib/kernel/outbound/public-address";

export type IdentitySourceStatus = "active" | "disabled";

/** An external issuer whose tokens the environment accepts for principals that are bound to users. */
export interface IdentitySource {
  id: string;
  type: "oidc";
  /** Compared byte by byte with a token's `iss`. It never changes: subjects mean nothing without it. */
  issuer: string;
  /** A token's audience must be one of them. */
  audiences: string[];
  jwksUri: string;
  /** Name of an attribute of the principal -> the token's claim that it is taken from. */
  attributeMapping: Record<string, string>;
  status: IdentitySourceStatus;
  createdAt: Date;
  updatedAt: Date;
}

/** Changeable fields of a source: all except its identity. */
export type IdentitySourceChanges = Partial<
  Pick<IdentitySource, "audiences" | "jwksUri" | "attributeMapping" | "status">
>;

/** Returns why a text can be no issuer, or null (OpenID Connect Discovery 1.0 §3: https, without query or
 *  fragment). */
export function issuerProblem(value: string): string | null {
  const problem = publicHttpsProblem(value);
  if (problem) return problem;
  return new URL(value).search || value.includes("?") ? "must not contain a query" : null;
}
