import { setImmediate } from "node:timers/promises";
import {
  type AccessAnswer,
  type AccessQuestion,
  answerOf,
  decideEntry,
} from "@/lib/access/access-question";
import type { AccessFactsOfUser } from "@/lib/access/access-store";
import { factsOf, looksOfPlaces } from "@/lib/access/shared-facts";
import {
  readSharedFacts,
  type SharedFacts,
  type WantedPlace,
} from "@/lib/access/shared-facts-store";
import type { TenantScope } from "@/lib/caller";
import { inBatch } from "@/lib/db/batch";

/** Workspaces that are looked at in one go, before other requests have their turn: a user may be a member of thousands. */
const LOOKED_AT_ONCE = 2_000;

/** What the access evaluator says to each question at this moment, by one message to the database. Issues and audits nothing.
 *  @param asked questions, whose ids have the form of one, among what is answered already and stays as it is
 *  @returns the answers in the order of what was asked */
export async function answerEach<T extends object>(
  scope: TenantScope,
  asked: readonly (AccessQuestion | T)[],
): Promise<(AccessAnswer | T)[]> {
  const answers = await answerQuestions(scope, asked.filter(isQuestion));
  const next = answers.values();
  return asked.map((one) => (isQuestion(one) ? (next.next().value as AccessAnswer) : one));
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
    const { entry, facts, isNew } = entries(placeOf[at] ?? 0, appId, organizationId);
    if (isNew) looked += 1 + facts.workspaces.length;
    answers.push(answerOf(entry, facts, use));
    if (looked <= LOOKED_AT_ONCE) continue;
    looked = 0;
    await setImmediate();
  }
  return answers;
}

/** The different places of the questions, and the place of each question. */
function placesOf(questions: readonly AccessQuestion[]) {
  const known = new Map<string, number>();
  const places: WantedPlace[] = [];
  const placeOf = questions.map(({ subject, organizationId }) => {
    const userId = "userId" in subject ? subject.userId : null;
    const externalId = "externalId" in subject ? subject.externalId : null;
    // An id of ours is no external id that looks like one: the subject's form was decided before.
    const key = `${userId ?? ""} ${organizationId ?? ""} ${externalId ?? ""}`;
    const place = known.get(key) ?? places.push({ userId, externalId, organizationId }) - 1;
    known.set(key, place);
    return place;
  });
  return { places, placeOf };
}

interface Entry {
  facts: AccessFactsOfUser;
  entry: ReturnType<typeof decideEntry>;
}

/** Decides each combination of a place and an app once: most questions of a gateway are about few of them. */
function entriesOf(shared: SharedFacts) {
  const looks = looksOfPlaces(shared);
  const known = new Map<string, Entry>();
  return (place: number, appId: string | null, organizationId: string | null) => {
    const key = `${place} ${appId}`;
    const found = known.get(key);
    if (found) return { ...found, isNew: false };
    const facts = factsOf(shared, looks[place] ?? [], appId);
    // Of an unknown user there is no membership to look at.
    const entry = decideEntry(shared.statuses[place] ?? "active", facts, organizationId);
    known.set(key, { facts, entry });
    return { facts, entry, isNew: true };
  };
}
