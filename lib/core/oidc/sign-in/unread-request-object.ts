import { decodeJwt } from "jose";
import { single } from "@/lib/core/oidc/http/form";

/** How a refusal is to be told. */
export interface Told {
  responseMode: string | null;
  state: string | null;
}

/** How the refusal of an authorization request is to be told: by its parameters, else by the request object that is refused
 *  (OpenID Connect Core §6.1). Nobody verified the object, and nothing else is taken from it; the refusal goes to a registered
 *  address all the same, and whoever wrote the object could have sent both as parameters. */
export function howToTell(query: URLSearchParams): Told {
  const object = claimsOf(single(query, "request"));
  const said = (name: string) => {
    const value = object[name];
    return single(query, name) ?? (typeof value === "string" ? value : null);
  };
  return { responseMode: said("response_mode"), state: said("state") };
}

function claimsOf(request: string | null): Record<string, unknown> {
  try {
    return request === null ? {} : decodeJwt(request);
  } catch {
    // What is no JWT says nothing.
    return {};
  }
}
