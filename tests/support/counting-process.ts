// A process that counts so many requests, and answers whoever started it and asks for its metrics.
import { answerForMetrics } from "@/lib/process/answer-metrics";
import { countRequest } from "@/lib/process/counters";

answerForMetrics();
for (let left = Number(process.argv[2]); left > 0; left--) countRequest("/a", "GET", 200, 0.01);
process.send?.("counted");
