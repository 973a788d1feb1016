import type { ServerResponse } from "node:http";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";

/** Has a page answered in time, as every route is: an action that fails late and a page that is made anew after it wait
 *  for the database twice. What Next says afterwards goes nowhere. */
export function answerPageInTime(response: ServerResponse): void {
  const timer = setTimeout(() => {
    if (response.headersSent || response.destroyed) return;
    // Next may go on writing, and an error that nobody hears ends the process.
    response.on("error", () => {});
    response.writeHead(503, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": "5",
    });
    response.end("The service is temporarily unavailable. Try again in a few seconds.\n");
  }, databaseDeadlines().requestMs);
  response.once("close", () => clearTimeout(timer));
}
