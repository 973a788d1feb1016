// npm run bench -- processes: the gain of a second process. Both services run at the same time on databases
// of their own, and get requests in turn.
import { availableParallelism } from "node:os";
import { type Comparison, compare } from "./support/compare";
import { requestsPerSecond } from "./support/load";
import { runningProcesses } from "./support/running-processes";

const TITLES = {
  page: "the sign-in page, of which the web process does nearly all",
  token: "machine tokens, of which PostgreSQL does a part",
  keys: "GET /oauth/jwks, of which the load does a part",
};

/** The sign-in page, machine tokens and key sets, by two processes and by one. */
export async function run(): Promise<Comparison[]> {
  const [two, one] = [await runningProcesses(2), await runningProcesses(1)];
  try {
    console.log(`${availableParallelism()} cores, shared with PostgreSQL and the load.`);
    const done: Comparison[] = [];
    for (const kind of ["page", "token", "keys"] as const) {
      const contender = (service: typeof one, name: string) => ({
        name,
        pid: service.pid,
        round: (seconds: number) => requestsPerSecond(service.loads[kind], seconds),
      });
      const title = `Two processes: ${TITLES[kind]}`;
      done.push(
        await compare(title, contender(two, "two processes"), contender(one, "one process")),
      );
    }
    return done;
  } finally {
    await Promise.all([two.stop(), one.stop()]);
  }
}
