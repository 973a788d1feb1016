import { decodeJwt } from "jose";
import { ASSERTION_TYPE } from "@/lib/core/contract/oauth";
import { ServiceError } from "@/lib/kernel/errors";

/** A client that presents an assertion, not yet authenticated. */
interface PresentedAssertion {
  kind: "installation" | "relying_party";
  clientId: string;
  secret: null;
  assertion: string;
}

/** Reads the client that a form's assertion names, not yet authenticated; null when the
 *  assertion is no JWT at all.
 *  @throws ServiceError `malformed` for another type of assertion, or a client_id that is not its subject */
export function presentedAssertion(form: URLSearchParams): PresentedAssertion | null {
  const assertion = form.get("client_assertion");
  if (!assertion)
    throw new ServiceError("malformed", {
      detail: "missing required parameter: client_assertion",
    });
  if (form.get("client_assertion_type") !== ASSERTION_TYPE)
    throw new ServiceError("malformed", {
      detail: `client_assertion_type must be ${ASSERTION_TYPE}`,
    });
  const subject = claimedSubject(assertion);
  const formId = form.get("client_id");
  if (subject === null) return null;
  if (formId !== null && formId !== subject)
    throw new ServiceError("malformed", { detail: "client_id mismatch" });
  // The prefix of an id tells the kind of its client.
  const kind = subject.startsWith("aoc_") ? "relying_party" : "installation";
  return { kind, clientId: subject, secret: null, assertion };
}

function claimedSubject(assertion: string): string | null {
  try {
    const { sub } = decodeJwt(assertion);
    return typeof sub === "string" && sub !== "" ? sub : null;
  } catch {
    return null;
  }
}
