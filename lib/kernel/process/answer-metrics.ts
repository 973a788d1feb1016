import { beginCounting, type Figures, readMetrics } from "@/lib/kernel/process/metrics";

/** Argument for a worker whose parent process will query its metrics. */
export const ANSWERS_FOR_METRICS = "--answers-for-metrics";

/** A query for the metrics of another process, over the channel between them. */
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

/** No query has this number. */
const NO_QUERY = 0;

let answers = false;

/** Starts to count, and answers the parent process's queries for metrics. */
export async function answerForMetrics(): Promise<void> {
  answers = true;
  await beginCounting();
  process.on("message", (message: unknown) => {
    if (!isQuestion(message)) return;
    readMetrics().then(
      (figures) => send({ type: "atrium.metrics", id: message.id, figures }),
      // The parent process continues with the last answer.
      () => {},
    );
  });
}

/** Sends the metrics without a query before this process ends: otherwise unread counts would be lost with it.
 *  Sends nothing where nothing is counted. */
export async function sendLastMetrics(): Promise<void> {
  if (!answers) return;
  const figures = await readMetrics().catch(() => null);
  if (figures) await send({ type: "atrium.metrics", id: NO_QUERY, figures });
}

/** Resolves once it is sent, or can't be. */
function send(answer: MetricsAnswer): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) return resolve();
    process.send(answer, undefined, undefined, () => resolve());
  });
}

function isQuestion(message: unknown): message is MetricsQuestion {
  return Object(message).type === "atrium.metrics?";
}
