// POST /access/v1/evaluations over HTTP from the built service: CPU of the server and of PostgreSQL for a
// thousand evaluations, in one request about different users, in one request about one user, and in a request
// each.
import { cpuSeconds } from "./support/cpu";
import { anEvaluatedPlace, type EvaluatedPlace } from "./support/evaluated-place";
import { median } from "./support/load";
import { postmaster } from "./support/postmaster";
import { startService } from "./support/running-service";

const BATCH = 1_000;
const ROUNDS = 5;
/** Long enough to measure the cost of a request. */
const BATCHES = 40;
const WARM_UP_BATCHES = 60;
/** Milliseconds of CPU that a thousand may take. */
const BAR = 50;

/** Milliseconds of CPU a thousand evaluations, medians of the rounds. */
export interface Evaluated {
  name: string;
  serverMs: number;
  postgresMs: number;
  bar: number | null;
  /** Milliseconds until the answer, the median of all requests. */
  answeredMs: number;
}

export async function run(): Promise<Evaluated[]> {
  const service = await startService();
  try {
    const pids = [service.pid, await postmaster(service.adminUrl)] as const;
    const place = await anEvaluatedPlace(BATCH);
    const send = (path: string, body: object) => answered(`${service.baseUrl}${path}`, place, body);
    const batch = (body: object) => () => send("/access/v1/evaluations", body);
    const done = [
      await measure(`${BATCH} users, each in an organization`, batch(ofManyUsers(place)), pids),
      await measure(`${BATCH} permissions of one user`, batch(ofOneUser(place)), pids),
      await measure("one by one", oneByOne(send, place), pids, BATCH),
    ];
    done.forEach(print);
    return done;
  } finally {
    await service.stop();
  }
}

function ofManyUsers({ people, appIds }: EvaluatedPlace): object {
  return {
    action: { name: "access" },
    evaluations: people.map((person, at) => ({
      subject: { type: "user", id: person.userId },
      resource: {
        type: at % 2 ? "permission" : "entitlement",
        id: "reports:read",
        properties: { app_id: appIds[at % appIds.length] },
      },
      context: { organization_id: person.organizationId },
    })),
  };
}

function ofOneUser({ people: [person], appIds: [appId] }: EvaluatedPlace): object {
  return {
    subject: { type: "user", id: person?.userId },
    action: { name: "access" },
    context: { organization_id: person?.organizationId },
    evaluations: Array.from({ length: BATCH }, (_, at) => ({
      resource: { type: "permission", id: `thing-${at}:read`, properties: { app_id: appId } },
    })),
  };
}

type Send = (path: string, body: object) => Promise<number>;

function oneByOne(send: Send, place: EvaluatedPlace): () => Promise<number> {
  const { action, evaluations } = ofManyUsers(place) as { action: object; evaluations: object[] };
  let at = 0;
  return () => send("/access/v1/evaluation", { action, ...evaluations[at++ % BATCH] });
}

/** Milliseconds until the answer, which must be whole. */
async function answered(url: string, { token }: EvaluatedPlace, body: object): Promise<number> {
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`The answer was ${response.status}: ${text.slice(0, 200)}`);
  return performance.now() - began;
}

/** Returns the cost of a thousand evaluations.
 *  @param requests how many requests the thousand are split into */
async function measure(
  name: string,
  work: () => Promise<number>,
  [server, postgres]: readonly [number, number],
  requests = 1,
): Promise<Evaluated> {
  const many = requests === 1 ? BATCHES : requests;
  for (let turn = 0; turn < (requests === 1 ? WARM_UP_BATCHES : many); turn++) await work();
  const rounds = { server: [] as number[], postgres: [] as number[], answered: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const before = [cpuSeconds(server), cpuSeconds(postgres)] as const;
    for (let turn = 0; turn < many; turn++) rounds.answered.push(await work());
    const each = (seconds: number) => (seconds * 1000 * requests) / many;
    rounds.server.push(each(cpuSeconds(server) - before[0]));
    rounds.postgres.push(each(cpuSeconds(postgres) - before[1]));
  }
  return {
    name,
    serverMs: median(rounds.server),
    postgresMs: median(rounds.postgres),
    bar: requests === 1 ? BAR : null,
    answeredMs: median(rounds.answered),
  };
}

function print({ name, serverMs, postgresMs, bar, answeredMs }: Evaluated): void {
  const [ours, theirs] = [serverMs.toFixed(1), postgresMs.toFixed(1)];
  console.log(
    `${name}: ${ours} + ${theirs} ms of CPU a thousand${bar ? ` (bar ${bar})` : ""}; answered after ${answeredMs.toFixed(1)} ms`,
  );
}
