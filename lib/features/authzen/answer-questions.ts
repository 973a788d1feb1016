import { setImmediate } from "node:timers/promises";
import {
  type AccessFactsOfUser,
  factsOf,
  workspacesOfPlaces,
} from "@/lib/core/access/access-facts";
import {
  type AccessPlace,
  readSharedFacts,
  type SharedFacts,
} from "@/lib/core/access/access-store";
import {
  type AccessAnswer,
  type AccessQuestion,
  answerOf,
  decideEntry,
  withoutApp,
} from "@/lib/features/authzen/access-question";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Workspaces evaluated before other requests get their turn. A user may be a member of thousands. */
const WORKSPACES_AT_ONCE = 2_000;

/** Answers access questions with the access evaluator, by one message to the database. Issues and audits
 *  nothing. Questions must have well-formed ids; other elements are returned unchanged.
 *  @returns the answers in the order of the input */
export async function answerEach<T extends object>(
  scope: TenantScope,
  items: readonly (AccessQuestion | T)[],
): Promise<(AccessAnswer | T)[]> {
  const answers = await answerQuestions(scope, items.filter(isQuestion));
  const next = answers.values();
  return items.map((one) => (isQuestion(one) ? (next.next().value as AccessAnswer) : one));
}

function isQuestion(one: object): one is AccessQuestion {
  return "subject" in one;
}

async function answerQuestions(
  scope: TenantScope,
  questions: readonly AccessQuestion[],
): Promise<AccessAnswer[]> {
  if (questions.length === 0) return [];
  const { places, placeOf } = placesOf(questions);
  const appIds = [...new Set(questions.flatMap(({ appId }) => appId ?? []))];
  const shared = await inBatch(scope, (db) => readSharedFacts(db, places, appIds));
  const entries = entriesOf(shared);
  const answers: AccessAnswer[] = [];
  let looked = 0;
  for (const [at, { appId, organizationId, use }] of questions.entries()) {
    const { answer, workspaces } = entries(placeOf[at] ?? 0, appId, organizationId);
    looked += workspaces;
    answers.push(answer(use));
    if (looked <= WORKSPACES_AT_ONCE) continue;
    looked = 0;
    await setImmediate();
  }
  return answers;
}

/** Distinct places of the questions, and the place of each question. */
function placesOf(questions: readonly AccessQuestion[]) {
  const known = new Map<string, number>();
  const places: AccessPlace[] = [];
  const placeOf = questions.map(({ subject, organizationId }) => {
    // The service's ids and external ids cannot be confused: the kind of the subject was decided before.
    const key = JSON.stringify([subject, organizationId]);
    const place = known.get(key) ?? places.push({ ...subject, organizationId }) - 1;
    known.set(key, place);
    return place;
  });
  return { places, placeOf };
}

/** Answers for one kind of entry, and the number of workspaces evaluated for it. */
interface Entry {
  answer(use: AccessQuestion["use"]): AccessAnswer;
  workspaces: number;
}

/** Evaluates equal cases once: most members of an organization have one of a few roles, and most questions
 *  are about few apps. */
function entriesOf(shared: SharedFacts) {
  const ofPlaces = workspacesOfPlaces(shared);
  const known = new Map<string, Entry["answer"]>();
  return (place: number, appId: string | null, organizationId: string | null): Entry => {
    const own = ofPlaces[place] ?? [];
    // An unknown user has no membership to evaluate.
    const status = shared.statuses[place] ?? "active";
    const key = `${status} ${appId} ${organizationId === null ? "any" : "one"} ${own.join()}`;
    const found = known.get(key);
    if (found) return { answer: found, workspaces: 0 };
    const read = factsOf(shared, own, appId);
    const facts = appId === null ? withoutApp(read) : read;
    const answer = answersOf(decideEntry(status, facts, organizationId), facts);
    known.set(key, answer);
    return { answer, workspaces: 1 + own.length };
  };
}

/** Like `answerOf`, with a cache of the answers. */
function answersOf(entry: ReturnType<typeof decideEntry>, facts: AccessFactsOfUser) {
  const known = new Map<string, AccessAnswer>();
  return (use: AccessQuestion["use"]): AccessAnswer => {
    const key = keyOf(use);
    const answer = known.get(key) ?? answerOf(entry, facts, use);
    known.set(key, answer);
    return answer;
  };
}

function keyOf(use: AccessQuestion["use"]): string {
  if (use === null) return "";
  return "permission" in use ? `p ${use.permission}` : `e ${use.entitlement}`;
}
