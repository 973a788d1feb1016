import { type AtriumError, isAtriumError, isSessionOver } from "@atrium/client";

/** Explains an error of Atrium to the user: by status first, then by code, with a sensible text for codes
 *  that do not exist yet. */
export function explained(problem: AtriumError): string {
  if (problem.status === 429) {
    const minutes = Math.max(1, Math.ceil((problem.retry_after ?? 60) / 60));
    return `Too many attempts. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  }
  if (problem.status === 503 || problem.status === 0)
    return "We are busy at the moment. Please try again shortly.";
  if (problem.code === "invalid_credentials")
    return "That did not match. Please check and try again.";
  if (problem.status === 401) return "That password or code is not right.";
  if (problem.status === 403) return "Your organization has no access to this product.";
  if (problem.status === 422) return problem.detail ?? problem.title;
  return "Something went wrong. Please try again.";
}

/** Runs a call and returns either its result or an explanation for the user; rethrows errors that end a
 *  session. */
export async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ done: T } | { error: string; status: number }> {
  try {
    return { done: await work() };
  } catch (error) {
    if (!isAtriumError(error) || isSessionOver(error)) throw error;
    return { error: explained(error), status: error.status || 503 };
  }
}
