import { randomUUID } from "node:crypto";
import { readPreviousAnswer } from "@/lib/features/migration/previous-system/previous-answer";
import {
  PreviousSystemFailed,
  type PreviousUser,
  QUESTION_MS,
} from "@/lib/features/migration/previous-system/previous-system";
import type { EnabledSystem } from "@/lib/features/migration/previous-system/previous-system-store";
import { signatureHeaders } from "@/lib/features/migration/previous-system/signed-question";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { unseal } from "@/lib/kernel/crypto/seal";
import { describeFailure, refusalIn } from "@/lib/kernel/outbound/guarded-agent";
import { postForJson } from "@/lib/kernel/outbound/read-json";
import { ConcurrencyLimit } from "@/lib/kernel/process/concurrency-limit";
import { countPreviousSystem } from "@/lib/kernel/process/counters";
import { singleton } from "@/lib/kernel/process/singleton";
import { inSpan } from "@/lib/kernel/process/spans";

/** Of the questions in flight, this part may be one tenant's: a slow system of one holds up no other's. */
const SHARE = 4;

// Whoever asks holds nothing else that others wait for: no connection, and no place of those who hash.
const questions = singleton("previous-system-questions", () => {
  const { previousSystemQuestions: slots } = config().limits;
  const each = Math.max(1, Math.floor(slots / SHARE));
  return new ConcurrencyLimit(slots, slots, { retryAfterSeconds: 2, each, waitMs: QUESTION_MS });
});

/** Asks the previous system whether a password is right: one signed POST through the guarded network (https, a public address, no
 *  redirect, a bounded answer), five seconds in all.
 *  @returns the user as it tells of them; null when the password is not right
 *  @throws PreviousSystemFailed for anything but an answer that can be used
 *  @throws ServiceError `service_overloaded` when too many questions are under way */
export async function askPreviousSystem(
  scope: TenantScope,
  { url, secrets }: EnabledSystem,
  { email, password }: { email: string; password: string },
): Promise<PreviousUser | null> {
  const opened = secrets.map(({ id, sealed }) =>
    String(unseal("previous-system-secret", id, sealed)),
  );
  const body = JSON.stringify({ email, password });
  return questions.run(scope.tenantId, () =>
    inSpan(
      "askPreviousSystem",
      { "http.request.method": "POST" },
      () => ask(url, body, opened),
      "client",
    ),
  );
}

async function ask(
  url: string,
  body: string,
  secrets: readonly string[],
): Promise<PreviousUser | null> {
  const signature = signatureHeaders(body, { id: `msg_${randomUUID()}`, at: now(), secrets });
  const headers = { "content-type": "application/json", ...signature };
  try {
    const answered = await postForJson(url, { headers, body }, AbortSignal.timeout(QUESTION_MS));
    const user = readPreviousAnswer(answered);
    countPreviousSystem(user ? "right" : "wrong");
    return user;
  } catch (error) {
    countPreviousSystem("failed");
    throw error instanceof PreviousSystemFailed
      ? error
      : new PreviousSystemFailed(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return "its answer is no JSON";
  return refusalIn(error)?.message ?? describeFailure(error);
}
