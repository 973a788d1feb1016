// A process that counts so many requests, and answers its parent's requests for its metrics. It ends at the
// message `end`.
import { answerForMetrics, sendLastMetrics } from "@/lib/kernel/process/answer-metrics";
import { countRequest } from "@/lib/kernel/process/counters";

await answerForMetrics();
for (let left = Number(process.argv[2]); left > 0; left--) countRequest("/a", "GET", 200, 0.01);
// Like a web process that another has replaced.
process.on(
  "message",
  (message) => message === "end" && sendLastMetrics().then(() => process.exit(0)),
);
process.send?.("counted");
