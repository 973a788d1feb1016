import { randomUUID } from "node:crypto";
import { readPreviousAnswer } from "@/lib/features/migration/previous-system/previous-answer";
import {
  PreviousSystemFailed,
  type PreviousUser,
  REQUEST_TIMEOUT_MS,
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

/** One tenant may use only this fraction of the concurrent requests, so that its slow system delays no
 *  other's. */
const SHARE = 4;

// The caller must hold nothing that others wait for: no connection, and no slot for hashing.
const questions = singleton("previous-system-questions", () => {
  const { previousSystemQuestions: slots } = config().limits;
  const each = Math.max(1, Math.floor(slots / SHARE));
  return new ConcurrencyLimit(slots, slots, {
    retryAfterSeconds: 2,
    each,
    waitMs: REQUEST_TIMEOUT_MS,
  });
});

/** Has the previous system verify a password: one signed POST through the guarded network (https, a public
 *  address, no redirect, a bounded response), within five seconds.
 *  @returns the user according to the system; null if the password is wrong
 *  @throws PreviousSystemFailed for anything but a valid response
 *  @throws ServiceError `service_overloaded` if too many requests are under way */
export async function verifyWithPreviousSystem(
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
    const answered = await postForJson(
      url,
      { headers, body },
      AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    );
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
