import type { Figures } from "@/lib/kernel/process/figures";
import { beginCounting, readMetrics } from "@/lib/kernel/process/metrics";

/** The argument by which a worker is told that whoever started it asks for its metrics. */
export const ANSWERS_FOR_METRICS = "--answers-for-metrics";

/** What the process that merges metrics asks another for, over the channel between them. */
export interface MetricsQuestion {
  type: "atrium.metrics?";
  id: number;
}

/** The answer. */
export interface MetricsAnswer {
  type: "atrium.metrics";
  id: number;
  figures: Figures[];
}

/** No question has this number. */
const UNASKED = 0;

let answers = false;

/** Counts from now on, and answers whoever started this process and asks for its metrics. */
export function answerForMetrics(): void {
  answers = true;
  beginCounting();
  process.on("message", (message: unknown) => {
    if (!isQuestion(message)) return;
    readMetrics().then(
      (figures) => say({ type: "atrium.metrics", id: message.id, figures }),
      // Whoever asked goes on with the last answer.
      () => {},
    );
  });
}

/** Says what was counted, without being asked, before this process ends: what nobody has read yet would be lost with it. Where
 *  nothing is counted nothing is said. */
export async function sayLastMetrics(): Promise<void> {
  if (!answers) return;
  const figures = await readMetrics().catch(() => null);
  if (figures) await say({ type: "atrium.metrics", id: UNASKED, figures });
}

/** Resolves once it is sent, or can't be. */
function say(answer: MetricsAnswer): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) return resolve();
    process.send(answer, undefined, undefined, () => resolve());
  });
}

function isQuestion(message: unknown): message is MetricsQuestion {
  return Object(message).type === "atrium.metrics?";
}
