import { ServiceError } from "@/lib/kernel/errors";
import { reasons } from "@/lib/kernel/errors/catalogue";
import { countToken, type TokenOutcome } from "@/lib/kernel/process/counters";
import { inSpan } from "@/lib/kernel/process/spans";

/** Runs work that issues a token, counts its result, and records it in the trace.
 *  @param grant one of a few words: it is a label
 *  @param outcomeOf classifies an answer; by default every answer is a token */
export async function observedToken<T>(
  grant: string,
  issue: () => Promise<T>,
  outcomeOf: (answer: T) => TokenOutcome = () => "issued",
): Promise<T> {
  return inSpan("issueToken", { "atrium.grant": grant }, async (span) => {
    let outcome: TokenOutcome = "failed";
    try {
      const answer = await issue();
      outcome = outcomeOf(answer);
      return answer;
    } catch (error) {
      if (error instanceof ServiceError && !isOurs(error)) outcome = "refused";
      throw error;
    } finally {
      span?.setAttribute("atrium.outcome", outcome);
      countToken(grant, outcome);
    }
  });
}

/** Whether a failure is not the caller's fault. */
const isOurs = ({ reason }: ServiceError) => reasons[reason].status >= 500;
