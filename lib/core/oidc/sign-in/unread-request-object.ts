import { decodeJwt } from "jose";
import { single } from "@/lib/core/oidc/http/form";

/** Target and form of a refusal. */
export interface RefusalTarget {
  responseMode: string | null;
  state: string | null;
}

/** Returns the target and form of a refused authorization request: from its parameters, else from the refused
 *  request object (OpenID Connect Core §6.1). The object is not verified, and nothing else is read from it;
 *  the refusal goes only to a registered address, and the object's author could have sent both as
 *  parameters. */
export function refusalTarget(query: URLSearchParams): RefusalTarget {
  const object = claimsOf(single(query, "request"));
  const parameterOf = (name: string) => {
    const value = object[name];
    return single(query, name) ?? (typeof value === "string" ? value : null);
  };
  return { responseMode: parameterOf("response_mode"), state: parameterOf("state") };
}

function claimsOf(request: string | null): Record<string, unknown> {
  try {
    return request === null ? {} : decodeJwt(request);
  } catch {
    // A value that is no JWT contains nothing.
    return {};
  }
}
