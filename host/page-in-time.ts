import type { ServerResponse } from "node:http";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";

/** Answers a page in time, as every route is: an action that fails late and the page that is rendered after
 *  it wait for the database twice. Next's later output is dropped. */
export function answerPageInTime(response: ServerResponse): void {
  const timer = setTimeout(() => {
    if (response.headersSent || response.destroyed) return;
    // Next may go on writing, and an unhandled error would end the process.
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
