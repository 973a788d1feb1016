import type { Figures } from "@/lib/process/figures";
import { beginCounting, readMetrics } from "@/lib/process/metrics";

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

/** Counts from now on, and answers whoever started this process and asks for its metrics. */
export function answerForMetrics(): void {
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

function say(answer: MetricsAnswer): void {
  if (process.connected) process.send?.(answer, undefined, undefined, () => {});
}

function isQuestion(message: unknown): message is MetricsQuestion {
  return Object(message).type === "atrium.metrics?";
}
