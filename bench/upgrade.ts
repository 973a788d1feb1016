// npm run bench -- upgrade [SECONDS]: a rolling upgrade of two servers and a worker from the last release to
// this code, and the rollback, under mixed load. SECONDS is the duration of the load after each step.

import { endAll } from "@/tests/systems/harness/ends";
import { previousRelease } from "@/tests/systems/harness/previous-release";
import { type Rolled, rollThrough } from "@/tests/systems/upgrade/rolling";
import { build } from "@/tools/build/build.mjs";

const SECONDS = Number(process.argv[3] ?? 6);

/** Runs it under load, and reports the failures and the losses.
 *  @throws Error when anything failed or was lost */
export async function run(): Promise<void> {
  const { release, folder } = previousRelease();
  await build();
  console.log(`Two servers and a worker of ${release.version}, to this code and back:`);
  const rolled = await rollThrough(folder, process.cwd(), SECONDS).finally(endAll);
  for (const line of summaryOf(rolled)) console.log(line);
  if (rolled.failures.length + rolled.lost.length + rolled.mails.never > 0)
    throw new Error("Something failed, or was lost.");
}

function summaryOf({
  answered,
  repeated,
  journeys,
  failures,
  acknowledged,
  lost,
  mails,
}: Rolled): string[] {
  return [
    `${answered} requests were answered; ${failures.length} journeys failed.`,
    `Sent once more: ${repeated.closed} whose kept connection was closed before an answer, ${repeated.refused} whose new connection was refused.`,
    `Journeys: ${Object.entries(journeys)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ")}.`,
    `Acknowledged: ${acknowledged.users} users, ${acknowledged.sessions} sessions, ${acknowledged.tokens} tokens; ${lost.length} of it lost.`,
    `Messages: ${mails.once} arrived once, ${mails.more} more than once, ${mails.never} never.`,
    ...failures
      .slice(0, 20)
      .map(({ journey, during, message }) => `  ${journey}, while ${during}: ${message}`),
    ...lost.slice(0, 20).map((what) => `  lost: ${what}`),
  ];
}
