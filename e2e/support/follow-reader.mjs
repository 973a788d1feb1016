// A simple reader of the trail: it appends each event to FILE, and starts after the last event in FILE. It
// needs BASE_URL and TOKEN. FILE has each event once, also when the reader is killed at any moment.
import { appendFileSync, existsSync, readFileSync, truncateSync } from "node:fs";

const { BASE_URL, TOKEN, FILE } = process.env;

/** Returns the last sequence of the complete lines. Cuts off an incomplete line, left by a reader that was
 *  killed. */
function lastSequence() {
  if (!existsSync(FILE)) return null;
  const text = readFileSync(FILE);
  const end = text.lastIndexOf("\n") + 1;
  truncateSync(FILE, end);
  const last = text.subarray(0, end).toString().trimEnd().split("\n").at(-1);
  return last ? JSON.parse(last).sequence : null;
}

for (let after = lastSequence(); ; ) {
  const query = new URLSearchParams({ wait: "50", ...(after === null ? {} : { after }) });
  const response = await fetch(`${BASE_URL}/api/v1/management/audit-events?${query}`, {
    headers: { authorization: `Bearer ${TOKEN}`, accept: "application/x-ndjson" },
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  let rest = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      appendFileSync(FILE, `${line}\n`);
      after = JSON.parse(line).sequence;
    }
  }
}
